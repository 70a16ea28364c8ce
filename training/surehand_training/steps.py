"""What one step of training sees: a few screens, a few instructions for each, and what each means.

Apps are drawn evenly, so that one with ten thousand labels teaches no more than others; those with a handful of
descriptions are drawn less often, or they would be learnt by heart. Of a long screen some options are taken: those that
share words with what is meant, and others by chance. In some, what is meant is taken away, and "none" is right.
"""

import random
from dataclasses import dataclass

import numpy as np

from .network import Packed
from .wording import instruction, telling

ROWS, LENGTH, TEXTS = 10, 64, 112
SCREENS, QUERIES, OPTIONS = 4, 4, 20
LONGEST_OPTION, LONGEST_QUERY = 26, 40
MASKED = 0.18
BARE = 0.12
LONG_MENU = 0.5
NEAR = 8
# From so many descriptions on an app is drawn as often as any other.
FULL = 25


@dataclass
class Step:
    packed: Packed
    queries: np.ndarray  # the numbers of the texts that are instructions
    options: np.ndarray  # and of those that are options
    alike: np.ndarray  # whether an option is on the screen of a query
    gold: np.ndarray
    real: np.ndarray  # queries that are no filling


class Steps:
    def __init__(self, screens, pieces, synonyms, seed):
        self.pieces, self.synonyms, self.seed, self.draw = pieces, synonyms, seed, random.Random(seed)
        self.apps = {}
        for screen in screens:
            self.apps.setdefault(screen.app, []).append(screen)
        self.names = sorted(self.apps)
        self.targets, self.menus, self.worth = {}, {}, []
        for app in self.names:
            speaking = [(screen, place) for screen in self.apps[app] for place, item in enumerate(screen.items)
                        if item.descriptions or item.phrases]
            silent = [(screen, place) for screen in self.apps[app] for place, item in enumerate(screen.items)
                      if not (item.descriptions or item.phrases)]
            self.targets[app] = (speaking, silent)
            self.menus[app] = [item for screen in self.apps[app] if screen.is_menu() for item in screen.items]
            worth = min(1.0, (len(speaking) + 0.1 * len(silent)) / FULL)
            # What somebody wrote is what callers say.
            self.worth.append(worth * (3.0 if app.startswith("phrases-") or app == "LibreOffice" else 1.0))
        self.known = {}

    def encode(self, text, most):
        if (text, most) not in self.known:
            self.known[text, most] = self.pieces.encode(text, most)
        return self.known[text, most]

    def say(self, item):
        if item.phrases and (not item.descriptions or self.draw.random() < 0.7) and self.draw.random() < 0.9:
            words = self.draw.choice(item.phrases)
            return words if self.draw.random() < 0.8 else words.lower()
        made = instruction(item.role, item.label, item.descriptions, self.synonyms, self.draw)
        return made and made[1]

    def screen(self):
        """Options, and instructions with the numbers of the options that they mean."""
        draw = self.draw
        app = draw.choices(self.names, self.worth)[0]
        speaking, silent = self.targets[app]
        screen, place = draw.choice(silent if silent and (not speaking or draw.random() < 0.12) else speaking)
        items, wanted = list(screen.items), [screen.items[place]]
        others = [item for item in items if (item.descriptions or item.phrases) and item is not wanted[0]]
        wanted += draw.sample(others, min(QUERIES - 1, len(others)))
        if wanted[0].role == "menu item" and draw.random() < LONG_MENU:
            items += draw.sample(self.menus[app], min(80, len(self.menus[app])))
        options = self.some(items, wanted)
        texts = [item.label if draw.random() < BARE else item.text() for item in options]
        asked = []
        for item in wanted:
            words = self.say(item)
            if words:
                same = {item.text(), item.label}
                # In menus that were put together the same words elsewhere are as good, unless somebody meant one of them.
                twins = item.role == "menu item" and not item.phrases
                gold = [number for number, text in enumerate(texts) if text in same
                        or twins and (options[number].label, options[number].role) == (item.label, item.role)]
                asked.append((words, gold))
        return texts, asked

    def some(self, items, wanted):
        """At most OPTIONS of the items: what is wanted, its near twins, and others."""
        unique = {item.text(): item for item in reversed(items)}
        chosen = {item.text(): item for item in wanted}
        rest = [item for text, item in unique.items() if text not in chosen]
        if len(rest) + len(chosen) > OPTIONS:
            words = telling(" ".join(item.label for item in wanted))
            rest.sort(key=lambda item: (-len(words & telling(item.label)), self.draw.random()))
            near, far = rest[:NEAR], rest[NEAR:]
            rest = near + self.draw.sample(far, OPTIONS - len(chosen) - len(near))
        options = [*chosen.values(), *rest]
        self.draw.shuffle(options)
        return options

    def number(self, number):
        """The step of that number, whatever was drawn before: a run that was ended goes on as if it had not been."""
        self.draw = random.Random(f"{self.seed} {number}")
        return self.step()

    def step(self):
        texts, queries, options, rows = [], [], [], []
        tokens, room = 0, ROWS * LENGTH - ROWS * 4
        for number in range(SCREENS):
            listed, asked = self.screen()
            encoded = [self.encode(text, LONGEST_OPTION) for text in listed]
            said = [(self.encode(words, LONGEST_QUERY), gold) for words, gold in asked]
            size = sum(map(len, encoded)) + sum(len(words) for words, _ in said)
            if tokens + size > room or len(texts) + len(encoded) + len(said) > TEXTS:
                if number == 0:
                    return self.step()
                continue
            tokens += size
            first = len(options)
            for words in encoded:
                options.append(len(texts))
                texts.append(words)
            for words, gold in said:
                queries.append(len(texts))
                texts.append(words)
                is_masked = self.draw.random() < MASKED
                rows.append((range(first, len(options)), [first + place for place in gold], is_masked))
        if not queries:
            return self.step()
        return self.arrays(texts, queries, options, rows)

    @staticmethod
    def arrays(texts, queries, options, rows):
        most = SCREENS * QUERIES
        alike, gold = np.zeros((most, TEXTS), bool), np.zeros((most, TEXTS), bool)
        for number, (screen, meant, is_masked) in enumerate(rows):
            alike[number, list(screen)] = True
            if is_masked:
                alike[number, meant] = False
            else:
                gold[number, meant] = True
        pad = lambda numbers, size: np.array(numbers + [0] * (size - len(numbers)), np.int32)
        try:
            packed = Packed(texts, ROWS, LENGTH, TEXTS)
        except StopIteration:
            raise RuntimeError("the texts of a step do not fit into its rows") from None
        real = np.arange(most) < len(queries)
        return Step(packed, pad(queries, most), pad(options, TEXTS), alike, gold, real)
