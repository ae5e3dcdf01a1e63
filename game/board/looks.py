"""The look of suits and clue colours on the board: a symbol for each, and its tints.

Suits with similar tints are distinguished by symbols and letters.
"""

from functools import lru_cache

from game import protocol as p
from native import Rules
from native.engine.variants import SUITS, Suit, suits_of

DARKER = -0.2
RAINBOW = ("r", "y", "g", "b", "p")
SPECIAL = {
    "Muddy Rainbow": p.SuitLook("muddy", ["n", "m", "n"]),
    "Light Pink": p.SuitLook("light-pink", ["i"], 0.5),
    "Prism": p.SuitLook("prism", [*reversed(RAINBOW)]),
    "Dark Rainbow": p.SuitLook("m-dark", [*RAINBOW], DARKER),
    "Dark Pink": p.SuitLook("i-dark", ["i"], DARKER),
    "Dark Brown": p.SuitLook("n-dark", ["n"], DARKER),
    "Dark Omni": p.SuitLook("o-dark", ["o"], DARKER),
    "Dark Null": p.SuitLook("u-dark", ["u"], DARKER),
    "Cocoa Rainbow": p.SuitLook("muddy-dark", ["n", "m", "n"], DARKER),
    "Gray Pink": p.SuitLook("light-pink-dark", ["i", "a"]),
    "Dark Prism": p.SuitLook("prism-dark", [*reversed(RAINBOW)], DARKER),
}
PALEST = 0.55
"""The share of white in the palest tint. Suits that the same clues touch differ by the white in
their tint, from none in the first suit to this share in the last."""


@lru_cache(maxsize=64)
def looks(rules: Rules) -> dict[str, p.SuitLook]:
    """Return, by letter of a suit or colour clue, the symbol and tints with which the board draws
    it. A clue that does not look like the suit with its letter has its letter in upper case.

    Letters drawn in the default way, with the symbol and tint named by the letter itself (“r”),
    are left out.
    """
    suits = suits_of(rules.variant)
    seen = {letter: _look(suit, suits) for letter, suit in zip(rules.suits, suits, strict=True)}
    for colour in rules.colours:
        look = _look(SUITS[colour.name], suits)
        if seen.setdefault(colour.letter, look) != look:
            seen[colour.letter.upper()] = look
    return {letter: look for letter, look in seen.items() if look != p.SuitLook(letter, [letter])}


def _look(suit: Suit, suits: tuple[Suit, ...]) -> p.SuitLook:
    if suit.name in SPECIAL:
        return SPECIAL[suit.name]
    if not suit.clues:
        return p.SuitLook(suit.letter, [suit.letter])
    others = [one for one in suits if one.clues and one.name not in SPECIAL]
    alike = [one for one in others if one.clues == suit.clues]
    pale = PALEST * alike.index(suit) / max(1, len(alike) - 1)
    tints = [SUITS[colour].letter for colour in suit.clues]
    return p.SuitLook(f"other-{others.index(suit) + 1}", tints, round(pale, 2))
