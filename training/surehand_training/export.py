"""Writes the model file of the picker: the pruned vocabulary, signed bytes for weights, the hash over all.

The format is told in surehand-picker (encoder/file.rs), which reads it. What is kept of the vocabulary: every piece that
the data needs, letters and signs so that no Latin word is lost, and then the commonest, up to a number.
"""

import hashlib
import struct

import numpy as np

from .source import HEADS, INNER, LAYERS, WIDTH

MAGIC, VERSION = b"SURE\r\n\x1a\n", 1
POSITIONS = 48
PIECES = 12_000
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")


def kept(pieces, texts):
    """The places of the pieces that stay, in their order."""
    needed = {pieces.places[piece] for piece in SPECIAL}
    for place, piece in enumerate(pieces.pieces):
        bare = piece.removeprefix("##")
        if len(bare) == 1 and ord(bare) < 0x250:
            needed.add(place)
    for text in texts:
        needed.update(pieces.encode(text, 512))
    # The vocabulary is sorted: the commonest first.
    for place, piece in enumerate(pieces.pieces):
        if len(needed) >= PIECES:
            break
        if piece.isascii() and not piece.startswith("[unused"):
            needed.add(place)
    return sorted(needed)


def rows_as_bytes(matrix):
    """A scale for each row, and the row in steps of it."""
    scales = np.maximum(np.abs(matrix).max(1), 1e-12).astype(np.float32) / np.float32(127)
    return scales, np.clip(np.rint(matrix / scales[:, None]), -127, 127).astype(np.int8)


def rounded(matrix):
    """What the rows are after that."""
    scales, steps = rows_as_bytes(matrix)
    return steps.astype(np.float32) * scales[:, None]


def rounded_tree(tree):
    """The tree as the picker will have it."""
    turn = lambda value: {"weight": rounded(value["weight"]), "bias": np.asarray(value["bias"])}
    layers = [{name: turn(value) if "weight" in value else value for name, value in layer.items()} for layer in tree["layers"]]
    return {**tree, "layers": layers}


def write(path, header, pieces, embeddings, tree):
    shape = {"pieces": len(pieces), "positions": POSITIONS, "layers": LAYERS, "width": WIDTH, "heads": HEADS, "inner": INNER}
    lines = "".join(f"{name} = {value}\n" for name, value in {**header, **shape}.items())
    parts = [MAGIC, struct.pack("<I", VERSION), text(lines), text("".join(piece + "\n" for piece in pieces))]
    parts += matrix(embeddings)
    parts += [numbers(tree["positions"][:POSITIONS]), *norm(tree["start"])]
    for layer in tree["layers"]:
        parts += dense(layer["mixed"]) + dense(layer["joined"]) + norm(layer["middle"])
        parts += dense(layer["wide"]) + dense(layer["narrow"]) + norm(layer["end"])
    body = b"".join(parts)
    path.write_bytes(body + hashlib.sha256(body).digest())
    return len(body) + 32


def change_header(path, target, values):
    """The same file with these values in its header."""
    raw = path.read_bytes()
    start = len(MAGIC) + 4
    (length,) = struct.unpack("<I", raw[start : start + 4])
    before = dict(line.split(" = ", 1) for line in raw[start + 4 : start + 4 + length].decode().splitlines())
    lines = "".join(f"{name} = {value}\n" for name, value in {**before, **values}.items())
    body = raw[:start] + text(lines) + raw[start + 4 + length : -32]
    target.write_bytes(body + hashlib.sha256(body).digest())


def text(value):
    raw = value.encode()
    return struct.pack("<I", len(raw)) + raw


def numbers(values):
    return np.ascontiguousarray(values, dtype="<f4").tobytes()


def norm(value):
    return [numbers(value["scale"]), numbers(value["shift"])]


def matrix(values):
    scales, steps = rows_as_bytes(np.asarray(values))
    return [numbers(scales), steps.tobytes()]


def dense(value):
    return [*matrix(value["weight"]), numbers(value["bias"])]
