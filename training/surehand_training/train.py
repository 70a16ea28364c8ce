"""Fine-tunes the encoder for picking: an instruction shall be nearest to the control that carries it out.

Softmax over the options of the screen and a learnt "none", plus a part of the same over all screens of the step. The
word embeddings stay as they are, so that words that no app of the data uses keep their meaning. AdamW, a short rise and
a linear fall. Same seed and same data give the same weights on the same processor.
"""

import time
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from .network import embed
from .steps import TEXTS

RATE, RISE, DECAY, CLIP = 6e-5, 100, 0.01, 1.0
ACROSS = 0.25
SCALE, NONE = 16.0, 6.0
# After so many steps figures are told, and all is kept so that a run may be ended and go on.
SAID, SAVED = 50, 100


def loss(parameters, words, step):
    tree, scale, none = parameters["tree"], jnp.exp(parameters["scale"]), parameters["none"]
    vectors = embed(tree, words, step["positions"], step["owners"], TEXTS)
    scores = scale * vectors[step["queries"]] @ vectors[step["options"]].T
    screen = jnp.where(step["alike"], scores, -1e9)
    with_none = jnp.concatenate([screen, jnp.full((screen.shape[0], 1), none)], 1)
    has_gold = step["gold"].any(1)
    right = jnp.where(step["gold"], scores, -1e9)
    meant = jnp.where(has_gold, jax.nn.logsumexp(right, 1), none)
    own = jax.nn.logsumexp(with_none, 1) - meant
    everything = jnp.where(step["any"], scores, -1e9)
    across = jnp.where(has_gold, jax.nn.logsumexp(everything, 1) - jax.nn.logsumexp(right, 1), 0.0)
    hits = jnp.where(has_gold, screen.max(1) == right.max(1), False)
    real = step["real"]
    count = real.sum()
    total = ((own + ACROSS * across) * real).sum() / count
    return total, (hits & real).sum() / jnp.maximum((has_gold & real).sum(), 1)


@partial(jax.jit, donate_argnums=(0, 1))
def update(parameters, moments, words, step, number, steps):
    (value, hits), slopes = jax.value_and_grad(loss, has_aux=True)(parameters, words, step)
    length = jnp.sqrt(sum(jnp.square(slope).sum() for slope in jax.tree.leaves(slopes)))
    slopes = jax.tree.map(lambda slope: slope * jnp.minimum(1.0, CLIP / (length + 1e-6)), slopes)
    rate = RATE * jnp.minimum((number + 1) / RISE, jnp.maximum(0.0, (steps - number) / (steps - RISE)))
    first = jax.tree.map(lambda old, slope: 0.9 * old + 0.1 * slope, moments[0], slopes)
    second = jax.tree.map(lambda old, slope: 0.999 * old + 0.001 * jnp.square(slope), moments[1], slopes)
    one, two = 1 - 0.9 ** (number + 1), 1 - 0.999 ** (number + 1)

    def moved(parameter, first, second):
        decay = DECAY * parameter if parameter.ndim == 2 else 0.0
        return parameter - rate * (first / one / (jnp.sqrt(second / two) + 1e-8) + decay)

    return jax.tree.map(moved, parameters, first, second), (first, second), value, hits


def begin(tree):
    """What training starts with: parameters, both moments, and no step done."""
    parameters = jax.tree.map(jnp.asarray, {"tree": tree, "scale": np.float32(np.log(SCALE)), "none": np.float32(NONE)})
    return {"parameters": parameters, "moments": tuple(jax.tree.map(jnp.zeros_like, parameters) for _ in range(2)),
            "number": np.int32(0)}


def train(state, embeddings, steps, count, say, save):
    start = time.monotonic()
    values, all_hits = [], []
    parameters, moments, done = state["parameters"], state["moments"], int(state["number"])
    for number in range(done, count):
        step = steps.number(number)
        packed = step.packed
        taken = {
            "positions": packed.positions, "owners": packed.owners, "queries": step.queries, "options": step.options,
            "alike": step.alike, "gold": step.gold, "any": step.alike.any(0)[None, :] | step.gold, "real": step.real,
        }
        parameters, moments, value, hits = update(
            parameters, moments, embeddings[packed.places], taken, float(number), float(count))
        values.append(float(value))
        all_hits.append(float(hits))
        if (number + 1) % SAID == 0:
            say(f"step {number + 1}: loss {np.mean(values[-SAID:]):.3f}, first {np.mean(all_hits[-SAID:]):.3f}, "
                f"scale {float(jnp.exp(parameters['scale'])):.2f}, none {float(parameters['none']):.2f}, "
                f"{time.monotonic() - start:.0f} s, {time.process_time():.0f} s of work")
        if (number + 1) % SAVED == 0 or number + 1 == count:
            save({"parameters": parameters, "moments": moments, "number": np.int32(number + 1)})
