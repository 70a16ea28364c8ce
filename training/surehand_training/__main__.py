"""`python -m surehand_training WORD --data FOLDER --work FOLDER`: the parts of training, one after the other.

`train` fine-tunes and leaves weights in the work folder; `judge` says how well they rank the apps that were kept back and
the held-out file, beside the encoder as it came; `export` writes the model file of the picker; `compare` holds the picker's
own forward pass against this one; `header` puts weights fitted by `surehand-eval joint` into a model file.
"""

import argparse
import os
from pathlib import Path


def main():
    parser = argparse.ArgumentParser(prog="surehand_training")
    parser.add_argument("word", choices=("train", "judge", "export", "compare", "header"))
    parser.add_argument("--data", type=Path, required=True, help="holds mined.json and train.jsonl")
    parser.add_argument("--work", type=Path, required=True, help="what is made on the way")
    parser.add_argument("--write", type=Path, help="the model file, or the table of `compare`")
    parser.add_argument("--name", default="surehand-encoder-1", help="what the model goes by")
    parser.add_argument("--model", type=Path, help="the model file that `compare` reads")
    parser.add_argument("--header", type=Path, help="what `surehand-eval joint` fitted, for `header`")
    parser.add_argument("--program", type=Path, help="surehand-eval, for `compare`")
    parser.add_argument("--steps", type=int, default=2273)
    parser.add_argument("--seed", type=int, default=9)
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    # One thread: the sums then come in one order, and the machine stays usable.
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    from . import words

    getattr(words, arguments.word)(arguments)


main()
