"""The encoder in JAX, over rows that hold several texts each.

A row is filled with whole texts; a token sees its own text only. Packed so, a step takes half the time of padded rows.
"""

import jax
import jax.numpy as jnp
import numpy as np

from .source import HEADS, WIDTH

EPSILON = 1e-12
TINY = 1e-9


class Packed:
    """Texts as rows of `length` tokens. What does not fit is an error: whoever packs counts before."""

    def __init__(self, texts, rows, length, most):
        self.places = np.zeros((rows, length), np.int32)
        self.positions = np.zeros((rows, length), np.int32)
        # The number of the text of each token; the last number stands for none.
        self.owners = np.full((rows, length), most, np.int32)
        assert len(texts) <= most
        free = [length] * rows
        for number in sorted(range(len(texts)), key=lambda number: -len(texts[number])):
            text = texts[number]
            row = next(row for row in range(rows) if free[row] >= len(text))
            start = length - free[row]
            self.places[row, start : start + len(text)] = text
            self.positions[row, start : start + len(text)] = np.arange(len(text))
            self.owners[row, start : start + len(text)] = number
            free[row] -= len(text)


def norm(values, parameters):
    mean = values.mean(-1, keepdims=True)
    spread = jnp.square(values - mean).mean(-1, keepdims=True)
    return (values - mean) * jax.lax.rsqrt(spread + EPSILON) * parameters["scale"] + parameters["shift"]


def dense(values, parameters):
    return values @ parameters["weight"].T + parameters["bias"]


def layer(values, alike, parameters):
    rows, length, _ = values.shape
    mixed = dense(values, parameters["mixed"]).reshape(rows, length, 3, HEADS, WIDTH // HEADS)
    query, key, value = mixed[:, :, 0], mixed[:, :, 1], mixed[:, :, 2]
    scores = jnp.einsum("rqhd,rkhd->rhqk", query, key) * (WIDTH // HEADS) ** -0.5
    shares = jax.nn.softmax(jnp.where(alike[:, None], scores, -1e9), axis=-1)
    seen = jnp.einsum("rhqk,rkhd->rqhd", shares, value).reshape(rows, length, WIDTH)
    values = norm(values + dense(seen, parameters["joined"]), parameters["middle"])
    inner = jax.nn.gelu(dense(values, parameters["wide"]), approximate=False)
    return norm(values + dense(inner, parameters["narrow"]), parameters["end"])


def embed(tree, words, positions, owners, most):
    """One vector of length 1 for each of `most` texts. `words` are the embeddings of the tokens."""
    values = norm(words + tree["positions"][positions], tree["start"])
    alike = owners[:, :, None] == owners[:, None, :]
    for parameters in tree["layers"]:
        values = layer(values, alike, parameters)
    flat = owners.reshape(-1)
    total = jax.ops.segment_sum(values.reshape(-1, WIDTH), flat, most + 1)[:most]
    # The mean has the direction of the sum.
    return total / jnp.maximum(jnp.linalg.norm(total, axis=-1, keepdims=True), TINY)


def vectors(tree, embeddings, texts, rows=16, length=128, most=256):
    """The vectors of any number of encoded texts, some at a time."""
    step = jax.jit(embed, static_argnums=4)
    found = np.zeros((len(texts), WIDTH), np.float32)
    order = sorted(range(len(texts)), key=lambda number: len(texts[number]))
    while order:
        part, tokens = [], 0
        # A row loses at most the length of one text.
        while order and len(part) < most:
            longest = len(texts[order[-1]])
            if tokens + longest > rows * (length - 40):
                break
            tokens += longest
            part.append(order.pop())
        packed = Packed([texts[number] for number in part], rows, length, most)
        found[part] = step(tree, embeddings[packed.places], packed.positions, packed.owners, most)[: len(part)]
    return found
