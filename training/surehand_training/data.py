"""Screens of many apps with what their controls do, and the texts that stand for them.

From a folder with `mined.json` (screens with labels and descriptions) and `train.jsonl` (screens with written cases), and
from the phrases of surehand-eval (menus of apps that do not exist, written for this project). An app is never on both
sides: those kept back for the logit and for calibration are drawn by the hash of their name, and apps of the held-out
file are never read, nor instructions that stand in it.
"""

import hashlib
import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from .wording import stem

ROOT = Path(__file__).resolve().parents[2]
PHRASES = ROOT / "crates/surehand-eval/phrases"
HELDOUT = (ROOT / "bench/heldout.jsonl", ROOT / "bench/heldout-2.jsonl")
# The apps of the second held-out file, by the names of their packages.
HELDOUT_PACKAGES = ("easytag geany-common glabels gramps keepassxc octave openshot-qt qbittorrent remmina thunar virt-manager "
                    "xfce4-terminal xournalpp").split()
LEXICON = ROOT / "crates/surehand-picker/src/lexicon.rs"
KEPT_BACK = 13
# An app with fewer descriptions says too little about a threshold.
ENOUGH = 20
# One with more teaches too much to be kept back.
MUCH = 5_000

ROLES = {"spin box": "spin button", "push button": "button", "entry": "text field", "page tab": "tab"}


@dataclass
class Item:
    role: str
    label: str
    within: list
    descriptions: list = field(default_factory=list)
    # Whole instructions that somebody wrote for it.
    phrases: list = field(default_factory=list)

    def text(self):
        """What the encoder reads: kept equal to `candidate_text` in Rust."""
        return candidate_text(self.role, self.label, self.within)


def candidate_text(role, label, within):
    path = " > ".join(within[-2:] + [label])
    return f"{path} ({role})" if role else path


@dataclass
class Screen:
    app: str
    window: str
    items: list

    def is_menu(self):
        return sum(item.role == "menu item" for item in self.items) * 2 > len(self.items)


def item(role, label, context, window, descriptions=()):
    role = role.lower().replace("_", " ").replace("-", " ")
    within = [name.strip() for name in context.split(" > ") if name.strip()]
    # The window is no container of its own.
    if within and within[0] == window:
        within = within[1:]
    return Item(ROLES.get(role, role), label, within, [text for text in descriptions if text.strip()])


def mined(folder):
    for screen in json.loads((folder / "mined.json").read_text(encoding="utf-8")):
        window = screen["window"]
        items = [item(each["role"], each["label"], each["context"], window, each["desc"]) for each in screen["items"]]
        yield Screen(screen["app"], window, items)


def cases(path):
    """Screens with their written instructions, and the sources of these."""
    screens, places = {}, {}
    found = []
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["type"] == "screen":
            window = row["window"]
            items = [item(each["role"], each["label"], each.get("context", ""), window) for each in row["candidates"]]
            screens[row["id"]] = Screen(row["app"], window, items)
            places[row["id"]] = {each["id"]: place for place, each in enumerate(row["candidates"])}
        else:
            gold = [places[row["screen"]][gold] for gold in row["gold"]]
            found.append((screens[row["screen"]], row["instruction"], gold, row["source"]))
    return found


def given(folder):
    seen = []
    for screen, words, gold, _ in cases(folder / "train.jsonl"):
        for place in gold:
            screen.items[place].phrases.append(words)
        if screen not in seen:
            seen.append(screen)
    return seen


def phrases():
    tasks = {}
    for line in (PHRASES / "tasks.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#") and line.count(" | ") >= 3:
            app, menu, label, words = line.split(" | ", 3)
            tasks.setdefault((app, menu, label), []).append(words)
    for path in sorted(PHRASES.glob("*.txt")):
        app = path.stem
        if app == "tasks":
            continue
        items = []
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("#") or line.count(" | ") < 2:
                continue
            menu, label, words = line.split(" | ", 2)
            made = item("menu item", label, menu, app)
            made.phrases = words.split("; ") + tasks.get((app, menu, label), [])
            items.append(made)
        yield Screen(f"phrases-{app}", app, items)


def plain(words):
    return " ".join(re.findall(r"[a-z0-9]+", words.lower()))


def all_screens(folder):
    """Screens to train on, and those kept back."""
    held = [case for path in HELDOUT for case in cases(path)]
    never = {plain(screen.app) for screen, *_ in held} | {plain(package) for package in HELDOUT_PACKAGES}
    asked = {plain(words) for _, words, *_ in held}
    screens = [*mined(folder), *given(folder), *phrases()]
    screens = [screen for screen in screens if plain(screen.app) not in never and len(screen.items) > 1]
    counts = {}
    for screen in screens:
        for each in screen.items:
            each.phrases = [words for words in each.phrases if plain(words) not in asked]
            counts[screen.app] = counts.get(screen.app, 0) + len(each.descriptions)
    enough = [app for app, count in counts.items() if ENOUGH <= count <= MUCH]
    kept = set(sorted(enough, key=lambda app: hashlib.sha256(app.encode()).hexdigest())[:KEPT_BACK])
    return [screen for screen in screens if screen.app not in kept], [screen for screen in screens if screen.app in kept]


def every_text(folder):
    """All that is written in the data, of every app."""
    for screen in [*mined(folder), *given(folder), *phrases()]:
        yield screen.window
        for each in screen.items:
            yield each.text()
            yield from each.descriptions
            yield from each.phrases


def synonyms():
    """Words that may stand for each other, from the table of the words picker: stem to other words."""
    source = LEXICON.read_text(encoding="utf-8")
    table = source[source.index("const SYNONYMS") : source.index("const OPPOSITES")]
    found = {}
    for group in re.findall(r'"([^"]+)"', table):
        for word in group.split():
            found.setdefault(stem(word), []).extend(other for other in group.split() if other != word)
    return found
