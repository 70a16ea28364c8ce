"""What a caller would say, made from what a control says it does.

Descriptions as they are, as an order, chatty, the label in so many words, and the label with other words for its own.
The shares are those of the recipe; in about one of five the words of the label are left out of a description, because
callers paraphrase and descriptions repeat.
"""

import re

SHARES = (("described", 34), ("ordered", 34), ("chatty", 12), ("literal", 12), ("reworded", 8))
WITHOUT_LABEL = 0.22
FEWEST_WORDS, MOST_WORDS = 2, 30

VERBS = """sets enables disables shows hides displays opens closes creates deletes removes adds inserts selects chooses
    specifies defines determines allows moves copies saves loads exports imports edits changes toggles switches turns
    applies resets converts calculates prints sends searches finds replaces enters uses makes starts stops plays updates
    reloads clears fills draws rotates flips scales zooms assigns controls activates prevents forces limits keeps""".split()
NOUNS = "the a an this maximum minimum number name size color colour width height list type".split()
FILLER = set("a an the this that of in to for and or is are be it on with by as at from all".split())

LITERAL = {
    "check box": ["Tick the \"{}\" checkbox", "Tick {}", "Turn on {}", "Click the {} check box", "Uncheck {}", "Switch {} on"],
    "toggle button": ["Tick {}", "Turn on {}", "Toggle {}", "Press the {} button"],
    "radio button": ["Choose \"{}\"", "Select the {} option", "Select {}", "Click {}"],
    "combo box": ["Open the \"{}\" dropdown", "Open the {} list", "Choose something from {}", "Change {}"],
    "list": ["Open the {} list", "Click the {} list", "Select {}"],
    "text field": ["Click the \"{}\" field", "Change {}", "Go to the {} field", "Click into {}", "Fill in {}"],
    "spin button": ["Change {}", "Set {}", "Click the {} field", "Change the {} value"],
    "slider": ["Move the {} slider", "Change {}", "Adjust {}"],
    "tab": ["Open the \"{}\" tab", "Switch to the {} tab", "Go to {}", "Show the {} page"],
    "menu item": ["Choose \"{}\" in the menu", "Click the {} menu item", "Choose {}", "Select {} from the menu", "Click {}", "{}"],
    "link": ["Follow the {} link", "Click {}", "Open {}"],
}
LITERAL["text area"] = LITERAL["text field"]
PRESS = ["Click the \"{}\" button", "Click the {} button", "Press {}", "Press the {} button", "Click {}", "Click on {}"]
CHATTY = ["please {}", "can you {}?", "could you {} for me", "now {}", "{}", "i want to {}", "i'd like to {}", "let's {}", "just {} please", "i need to {}"]


def stem(word):
    """Good enough to see that two words are one; the picker's own stemmer is not needed for that."""
    word = word.lower().strip(".,:;!?()\"'…")
    for ending in ("ings", "ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def telling(text):
    """The stems of the words that say something."""
    return {stem(word) for word in text.split()} - {stem(word) for word in FILLER} - {""}


def bare(label):
    return label.strip().rstrip(":….· ").strip()


def instruction(role, label, descriptions, synonyms, draw):
    """A style and an instruction, or nothing when nothing can be said."""
    styles = [name for name, _ in SHARES]
    style = draw.choices(styles, [share for _, share in SHARES])[0]
    if not descriptions and style not in ("literal", "reworded"):
        style = draw.choice(("literal", "reworded"))
    if style == "literal":
        words = literal(role, label, draw)
    elif style == "reworded":
        words = reworded(role, label, synonyms, draw)
    else:
        words = said(role, label, draw.choice(descriptions), style, draw)
    return words and (style, words)


def said(role, label, description, style, draw):
    words = sentence(description, draw)
    if draw.random() < WITHOUT_LABEL:
        words = without(words, label)
    if not FEWEST_WORDS <= len(words.split()) <= MOST_WORDS:
        return None
    if style == "described":
        return words
    words = ordered(role, words, draw)
    if style == "ordered":
        return words
    lower = words[:1].lower() + words[1:]
    return draw.choice(CHATTY).format(lower)


def sentence(text, draw):
    """The first sentence, now and then two."""
    sentences = re.split(r"(?<=[.!?])\s+|\n", text.strip())
    words = " ".join(sentences[: 2 if draw.random() < 0.15 else 1])
    if draw.random() < 0.6:
        words = re.sub(r"\s*\([^)]*\)", "", words)
    return words.rstrip(".:; ") if draw.random() < 0.7 else words


def without(words, label):
    gone = telling(label)
    stays = [word for word in words.split() if stem(word) not in gone]
    return " ".join(stays) if len(telling(" ".join(stays))) >= 2 else words


def lower_first(text):
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def ordered(role, words, draw):
    """"Sets the width" and "Whether the ruler is shown" as orders."""
    for start in ("whether or not to ", "whether to ", "if checked, ", "if enabled, ", "if set, ", "if true, ",
                  "when checked, ", "when enabled, ", "when this option is checked, ", "this option "):
        if words.lower().startswith(start):
            return words[len(start):]
    for start in ("whether or not ", "whether "):
        if words.lower().startswith(start):
            return draw.choice(("Make sure that ", "Decide whether ", "I want that ")) + words[len(start):]
    first, _, rest = words.partition(" ")
    if first.lower() in VERBS:
        return f"{base(first)} {rest}".strip()
    if first.lower() not in NOUNS:
        return words
    verb = {
        "check box": ("Turn on", "Enable", "Use"), "toggle button": ("Turn on",), "radio button": ("Choose", "Use"),
        "combo box": ("Choose", "Change", "Pick"), "list": ("Choose",), "text field": ("Enter", "Type", "Change"),
        "text area": ("Enter",), "spin button": ("Set", "Change", "Adjust"), "slider": ("Set", "Adjust"),
    }.get(role)
    return f"{draw.choice(verb)} {lower_first(words)}" if verb else words


def base(verb):
    lower = verb.lower()
    if lower.endswith("ies"):
        lower = lower[:-3] + "y"
    elif lower in ("searches", "switches"):
        lower = lower[:-2]
    else:
        lower = lower[:-1]
    return lower.capitalize()


def literal(role, label, draw):
    label = bare(label)
    if not 1 <= len(label.split()) <= 8:
        return None
    words = draw.choice(LITERAL.get(role, PRESS)).format(label)
    return words.lower() if draw.random() < 0.3 else words


def reworded(role, label, synonyms, draw):
    """The label with synonyms for at least one of its words."""
    label = bare(label)
    if not 1 <= len(label.split()) <= 8:
        return None
    words, changed = [], False
    for word in label.split():
        known = synonyms.get(stem(word))
        if known and draw.random() < 0.75:
            words.append(draw.choice(known))
            changed = True
        else:
            words.append(word.lower())
    if not changed:
        return None
    words = " ".join(words)
    if draw.random() < 0.4:
        words = draw.choice(CHATTY).format(words)
    return words
