"""Text to pieces of words, as the encoder was trained on them.

Lower case without accents, split at blanks, punctuation and Chinese signs, then the longest known pieces from the left.
The same rules stand in Rust (surehand-picker, encoder/wordpiece.rs); `compare` holds one against the other.
"""

import unicodedata

PAD, UNKNOWN, BEGIN, END = "[PAD]", "[UNK]", "[CLS]", "[SEP]"
# A longer word is unknown as a whole.
LONGEST_WORD = 100


class WordPiece:
    """A vocabulary."""

    def __init__(self, pieces):
        self.pieces = list(pieces)
        self.places = {piece: place for place, piece in enumerate(self.pieces)}
        self.longest = max(len(piece) for piece in self.pieces)

    def encode(self, text, most):
        """The places of the pieces, between begin and end, at most `most` with these."""
        places = [self.places[BEGIN]]
        for word in words(text):
            places.extend(self.word(word))
            if len(places) >= most - 1:
                break
        return places[: most - 1] + [self.places[END]]

    def word(self, word):
        if len(word) > LONGEST_WORD:
            return [self.places[UNKNOWN]]
        found, start = [], 0
        while start < len(word):
            end = min(len(word), start + self.longest)
            while end > start:
                piece = word[start:end] if start == 0 else "##" + word[start:end]
                if piece in self.places:
                    break
                end -= 1
            if end == start:
                return [self.places[UNKNOWN]]
            found.append(self.places[piece])
            start = end
        return found


def words(text):
    """Words and single marks, lower case and without accents."""
    current = ""
    for character in unicodedata.normalize("NFD", text.lower()):
        if unicodedata.category(character)[0] == "M" or is_unseen(character):
            continue
        is_blank = character.isspace()
        if is_blank or is_mark(character) or within(CHINESE, character):
            if current:
                yield current
            if not is_blank:
                yield character
            current = ""
        else:
            current += character
    if current:
        yield current


# Short ranges instead of Unicode's categories, and the same in Rust, so that both split alike.
MARKS = "\xa1\xa1\xa7\xa7\xab\xab\xb6\xb7\xbb\xbb\xbf\xbf\u2010\u2027\u2030\u205e\u3001\u3003\u3008\u3011\u3014\u301f" \
    "\uff01\uff0f\uff1a\uff20\uff3b\uff3f\uff5b\uff65"
CHINESE = "\u4e00\u9fff\u3400\u4dbf\U00020000\U0002a6df\U0002a700\U0002ceaf\uf900\ufaff\U0002f800\U0002fa1f"
UNSEEN = "\xad\xad\u200b\u200f\u202a\u202e\u2060\u2064\u2066\u206f\ufeff\ufeff\ufffd\ufffd"


def within(ranges, character):
    return any(first <= character <= last for first, last in zip(ranges[::2], ranges[1::2]))


def is_unseen(character):
    return unicodedata.category(character) == "Cc" and character not in "\t\n\r" or within(UNSEEN, character)


def is_mark(character):
    return character.isascii() and character > " " and not character.isalnum() or within(MARKS, character)
