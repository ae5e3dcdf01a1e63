"""The numbers of the knowing agent's states and actions, in words.

They are put together in `strategies/mwum/knowing.c`.
"""

from __future__ import annotations

DISCARD, PLAY, COLOUR, RANK = 0x0000, 0x4000, 0x8000, 0xC000
"""The kinds of action, in the two highest bits of a code."""
CHANCES = ("never", "rarely", "sometimes", "often", "mostly", "certainly")
"""0, below 20, 45, 70 and 100 percent, and all."""
MARKS = (
    "no clue touched",
    "was touched beside another",
    "a colour clue was about",
    "a rank clue was about",
    "a colour clue was about as the next discard",
    "a rank clue was about as the next discard",
)
WORTHS = ("useless", "useful", "critical", "soon playable", "playable")
PHASES = ("last turns", "no turn to spare", "late", "early")
TOKENS = ("0", "1", "2 to 4", "5 to 8")
CALLS = (
    "nothing calls to be played",
    "a card of an older clue, hardly playable",
    "a card of an older clue, likely playable",
    "a card of the newest clue, hardly playable",
    "a card of the newest clue, likely playable",
    "a certainly playable card",
)
OFFERS = ("none", "may tell", "tells for sure")
RISKS = ("never", "rarely", "perhaps")
SPARES = ("no clue touched", "was touched beside another", "a clue was about", "a clue was about")
STAKES = ("nothing", "a playable card", "a critical card")


def action(code: int) -> str:
    """«play a card that a rank clue was about: often playable, told just now»"""
    kind, rest = code >> 14, code & 0x3FFF
    return (_discard, _play, _colour, _rank)[kind](rest)


def public(code: int) -> int:
    """The part of an action's code that everybody can tell from the moves so far, and whether the
    mover was sure of the card."""
    kind, rest = code & 0xC000, code & 0x3FFF
    if kind == PLAY:
        return code if rest & 7 == 5 else kind | rest & 0x78
    if kind == DISCARD:
        return code if rest & 3 == 2 else kind | rest & 0x70
    return kind


def told(code: int) -> str:
    """The action in words that are for everybody: «Plays a card that a rank clue was about.»"""
    kind, rest = code & 0xC000, code & 0x3FFF
    if kind == PLAY:
        return f"Plays {_own_card(rest)}."
    if kind == DISCARD:
        sure = rest & 3 == 2
        return f"Discards {'a card that is certainly useless' if sure else _spare(rest)}."
    return f"Gives a {'colour' if kind == COLOUR else 'rank'} clue."


def state(number: int) -> dict[str, str]:
    """What the state says, by what it is about."""
    parts = []
    for bits in (2, 2, 2, 2, 1, 3, 1, 2, 2):
        parts.append(number & (1 << bits) - 1)
        number >>= bits
    phase, tokens, lives, loaded, misled, call, waste, offer, stake = parts
    return {
        "game": PHASES[phase],
        "clue tokens": TOKENS[tokens],
        "strikes left": str(lives),
        "cards that others will play": ("none", "one", "two or more", "two or more")[loaded],
        "a clue just misled somebody": ("no", "yes")[misled],
        "own hand": CALLS[min(call, 5)],
        "knows a useless card": ("no", "yes")[waste],
        "best clue for a playable card": OFFERS[min(offer, 2)],
        "the next seat would discard": STAKES[min(stake, 2)],
    }


def _play(rest: int) -> str:
    sure = rest & 7 == 5
    return f"play {_own_card(rest)}" + ("" if sure else f": {CHANCES[rest & 7]} playable")


def _own_card(rest: int) -> str:
    if rest & 7 == 5:
        return "a card that is certainly playable"
    return f"a card that {MARKS[rest >> 3 & 7]}{' just now' if rest >> 6 & 1 else ''}"


def _discard(rest: int) -> str:
    if rest & 3 == 2:
        return "discard a card that is certainly useless"
    likely = "often useless" if rest & 3 else "seldom useless"
    return f"discard {_spare(rest)}: {likely}, {RISKS[min(rest >> 2 & 3, 2)]} critical"


def _spare(rest: int) -> str:
    return "the oldest untouched card" if rest >> 6 & 1 else f"a card that {SPARES[rest >> 4 & 3]}"


def _colour(rest: int) -> str:
    return _clue("colour", rest)


def _rank(rest: int) -> str:
    return _clue("rank", rest)


def _clue(kind: str, rest: int) -> str:
    worth, told = rest >> 1 & 7, rest >> 4 & 3
    about = f"{kind} clue about a {WORTHS[min(worth, 4)]} card"
    extras = [
        words
        for there, words in (
            (rest & 1, "it was the next discard"),
            (told == 2, "it is then known to be playable"),
            (told == 0, "it is then known not to be playable"),
            (rest >> 6 & 1, "a clue was about it before"),
            (rest >> 7 & 1, "another card is then known to be playable"),
            (rest >> 8 & 3, "useless cards are touched too"),
            (rest >> 10 & 1, "it takes back an earlier clue"),
        )
        if there
    ]
    return f"{about} ({', '.join(extras)})" if extras else about
