"""What the words of the command line do."""

import hashlib
import subprocess
import sys
import time

import jax
import numpy as np

from . import data, source
from .network import vectors
from .steps import LONGEST_OPTION, LONGEST_QUERY, Steps
from .wordpiece import WordPiece


def say(words):
    print(f"{time.strftime('%H:%M:%S')} {words}", flush=True)


def state_path(arguments):
    return arguments.work / "state.npz"


def save(path, state):
    leaves, _ = jax.tree.flatten(state)
    # Beside first: a run that is ended while it writes leaves the older file whole.
    beside = path.with_suffix(".part.npz")
    np.savez(beside, *[np.asarray(leaf) for leaf in leaves])
    beside.replace(path)


def load(path, tree):
    from .train import begin

    _, shape = jax.tree.flatten(begin(tree))
    with np.load(path) as file:
        return jax.tree.unflatten(shape, [file[f"arr_{place}"] for place in range(len(file.files))])


def train(arguments):
    from .train import begin, train as run

    embeddings, tree = source.weights()
    pieces = WordPiece(source.vocabulary())
    screens, kept = data.all_screens(arguments.data)
    names = sorted({screen.app for screen in kept})
    # For the weights by which words and the encoder are one.
    (arguments.work / "kept.txt").write_text("".join(name + "\n" for name in names), encoding="utf-8")
    say(f"{len(screens)} screens of {len({screen.app for screen in screens})} apps; kept back: {', '.join(names)}")
    steps = Steps(screens, pieces, data.synonyms(), arguments.seed)
    path = state_path(arguments)
    state = load(path, tree) if path.exists() else begin(tree)
    if state["number"]:
        say(f"goes on after step {state['number']}")
    run(state, embeddings, steps, arguments.steps, say, lambda state: save(path, state))


def judge(arguments):
    embeddings, original = source.weights()
    pieces = WordPiece(source.vocabulary())
    trees = [("as it came", original)]
    if state_path(arguments).exists():
        trees.append(("fine-tuned", load(state_path(arguments), original)["parameters"]["tree"]))
    else:
        print("nothing trained yet", file=sys.stderr)
    sets = {path.name: data.cases(path) for path in data.HELDOUT} | {"LibreOffice (trained on)": data.cases(arguments.data / "train.jsonl")}
    for name, tree in trees:
        for place, cases in sets.items():
            score(f"{name}, {place}", tree, embeddings, pieces, cases)


def score(name, tree, embeddings, pieces, cases):
    """How often the nearest option, and one of the three nearest, is right; cosine alone."""
    texts = {}
    for screen, words, _, _ in cases:
        texts[words, LONGEST_QUERY] = None
        for item in screen.items:
            texts[item.text(), LONGEST_OPTION] = None
    keys = list(texts)
    made = vectors(tree, embeddings, [pieces.encode(text, most) for text, most in keys])
    places = {key: place for place, key in enumerate(keys)}
    by_source = {}
    for screen, words, gold, origin in cases:
        listed = list(dict.fromkeys(item.text() for item in screen.items))
        options = made[[places[text, LONGEST_OPTION] for text in listed]]
        order = np.argsort(-(options @ made[places[words, LONGEST_QUERY]]))
        right = {screen.items[place].text() for place in gold}
        rank = next(rank for rank, place in enumerate(order) if listed[place] in right)
        by_source.setdefault(origin, []).append(rank)
        by_source.setdefault("all", []).append(rank)
    for origin, ranks in sorted(by_source.items()):
        ranks = np.array(ranks)
        say(f"{name}: {origin:18} {len(ranks):4} cases, first {100 * np.mean(ranks < 1):5.1f}, "
            f"first three {100 * np.mean(ranks < 3):5.1f}")


def export(arguments):
    """Writes the model file; `header.txt` of the work folder holds what the picker's side fitted, if it did."""
    from . import export as format

    embeddings, tree = source.weights()
    pieces = WordPiece(source.vocabulary())
    if state_path(arguments).exists():
        tree = load(state_path(arguments), tree)["parameters"]["tree"]
    kept = format.kept(pieces, data.every_text(arguments.data))
    header = {"name": arguments.name}
    fitted = arguments.work / "header.txt"
    if fitted.exists():
        header |= dict(line.split(" = ", 1) for line in fitted.read_text(encoding="utf-8").splitlines())
    size = format.write(arguments.write, header, [pieces.pieces[place] for place in kept], embeddings[kept], tree)
    say(f"{arguments.write}: {size} bytes, {len(kept)} pieces")


def compare(arguments):
    """Holds the vectors of the picker's own forward pass against those of the framework, on 1,000 texts.

    With `--write` some of them are left as a table for a test.
    """
    embeddings, tree = source.weights()
    if state_path(arguments).exists():
        tree = load(state_path(arguments), tree)["parameters"]["tree"]
    pieces = WordPiece(source.vocabulary())
    texts = sorted(set(data.every_text(arguments.data)), key=lambda text: hashlib.sha256(text.encode()).digest())
    texts = [text for text in texts if text.isprintable()][:1000]
    expected = vectors(tree, embeddings, [pieces.encode(text, LONGEST_QUERY) for text in texts])
    run = subprocess.run([arguments.program, "vectors", "--model", arguments.model], input="\n".join(texts), text=True,
                         check=True, capture_output=True)
    found = np.array([line.split() for line in run.stdout.splitlines()], dtype=np.float32)
    likeness = (found * expected).sum(1)
    say(f"{len(texts)} texts: cosine between both at least {likeness.min():.5f}, mean {likeness.mean():.5f}, "
        f"{(likeness < 0.99).sum()} below 0.99")
    if arguments.write:
        write_table(arguments.write, tree, embeddings, pieces)


def write_table(path, tree, embeddings, pieces):
    """Texts of our own with their vectors, each number in steps of the greatest: for a test."""
    own = sorted({text for screen in data.phrases() for each in screen.items for text in (each.text(), *each.phrases)})
    own = [own[place] for place in np.linspace(0, len(own) - 1, 40).astype(int)]
    lines = []
    for text, vector in zip(own, vectors(tree, embeddings, [pieces.encode(text, LONGEST_QUERY) for text in own])):
        steps = np.rint(vector / np.abs(vector).max() * 127).astype(np.int8)
        lines.append(f"{steps.tobytes().hex()} {text}\n")
    path.write_text("".join(lines), encoding="utf-8")


def header(arguments):
    """Puts what was fitted into a model file that is there: words changed, the encoder did not."""
    from . import export as format

    fitted = dict(line.split(" = ", 1) for line in arguments.header.read_text(encoding="utf-8").splitlines())
    format.change_header(arguments.model, arguments.write, fitted)
