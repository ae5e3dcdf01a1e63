"""Translate to English the numbers that encode states and actions of the knowing agent, the agent
that learns by multiplicative weights and whose states contain only what its seat knows.

`strategies/mwum/codes.h` defines the bit fields of these numbers.
"""

from native._core import lib

DISCARD, PLAY, COLOUR, RANK = (
    lib.HL_MWUM_DISCARD,
    lib.HL_MWUM_PLAY,
    lib.HL_MWUM_COLOUR,
    lib.HL_MWUM_RANK,
)
"""The kinds of action: the highest two bits of an action's number."""
SURELY_PLAYABLE, SURELY_USELESS = 5, 2
CHANCES = ("never", "rarely", "sometimes", "often", "mostly", "certainly")
"""Words for the classes of probabilities: 0 %; above 0 and below 20, 45, 70 or 100 %; 100 %."""
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
LOADED = ("none", "one", "two or more")
OFFERS = ("none", "may tell", "tells for sure")
RISKS = ("never", "rarely", "perhaps")
SPARES = ("no clue touched", "was touched beside another", "a clue was about", "a clue was about")
STAKES = ("nothing", "a playable card", "a critical card")


def kind_of(code: int) -> int:
    """Return the kind of an action, given its number: `DISCARD`, `PLAY`, `COLOUR` or `RANK`."""
    return code & int(lib.HL_MWUM_KINDS)


def action(code: int) -> str:
    """Return a description of the action with the number `code`, such as `play a card that a rank
    clue was about just now: mostly playable`.
    """
    kind = kind_of(code)
    if kind == PLAY:
        return _play(code)
    if kind == DISCARD:
        return _discard(code)
    return _clue("colour" if kind == COLOUR else "rank", code)


def public(code: int) -> int:
    """Return an action's number with every field that depends on what only the mover knows set to
    0.

    What remains is the kind of action and, for a play or discard, how its card was clued and
    whether a discard is the chop. If the mover is certain that the card it plays is playable, or
    that the card it discards is useless, the number is returned unchanged.
    """
    kind = kind_of(code)
    if kind == PLAY:
        return code if _sure_play(code) else kind | _kept(code, lib.HL_MWUM_MARK, lib.HL_MWUM_FRESH)
    if kind == DISCARD:
        shown = (lib.HL_MWUM_TOUCHED, lib.HL_MWUM_IS_CHOP)
        return code if _sure_discard(code) else kind | _kept(code, *shown)
    return kind


def state(number: int) -> dict[str, str]:
    """Return a description of the state with this `number`: for each of its properties the name and
    the value as texts for users, such as `{"clue tokens": "2 to 4", …}`.
    """
    return {
        "game": PHASES[_read(number, lib.HL_MWUM_PHASE)],
        "clue tokens": TOKENS[_read(number, lib.HL_MWUM_TOKENS)],
        "strikes left": str(_read(number, lib.HL_MWUM_LIVES)),
        "cards that others will play": LOADED[min(_read(number, lib.HL_MWUM_LOADED), 2)],
        "a clue just misled somebody": ("no", "yes")[_read(number, lib.HL_MWUM_MISLED)],
        "own hand": CALLS[min(_read(number, lib.HL_MWUM_CALL), 5)],
        "knows a useless card": ("no", "yes")[_read(number, lib.HL_MWUM_KNOWS_WASTE)],
        "best clue for a playable card": OFFERS[min(_read(number, lib.HL_MWUM_OFFER), 2)],
        "the next seat would discard": STAKES[min(_read(number, lib.HL_MWUM_STAKE), 2)],
    }


def _mask(field: int) -> int:
    return (1 << (field >> 8)) - 1


def _read(number: int, field: int) -> int:
    """Return the value of one field (HL_MWUM_…, of codes.h) of a state's or action's number."""
    return number >> (field & 0xFF) & _mask(field)


def _kept(number: int, *fields: int) -> int:
    """Return a state's or action's number with all but these fields set to 0."""
    return sum(number & _mask(field) << (field & 0xFF) for field in fields)


def _sure_play(code: int) -> bool:
    return _read(code, lib.HL_MWUM_CHANCE) == SURELY_PLAYABLE


def _sure_discard(code: int) -> bool:
    return _read(code, lib.HL_MWUM_USELESS) == SURELY_USELESS


def _play(code: int) -> str:
    if _sure_play(code):
        return "play a card that is certainly playable"
    now = " just now" if _read(code, lib.HL_MWUM_FRESH) else ""
    mark, chance = MARKS[_read(code, lib.HL_MWUM_MARK)], CHANCES[_read(code, lib.HL_MWUM_CHANCE)]
    return f"play a card that {mark}{now}: {chance} playable"


def _discard(code: int) -> str:
    if _sure_discard(code):
        return "discard a card that is certainly useless"
    likely = "often useless" if _read(code, lib.HL_MWUM_USELESS) else "seldom useless"
    risk = RISKS[min(_read(code, lib.HL_MWUM_CRITICAL), 2)]
    touched = f"a card that {SPARES[_read(code, lib.HL_MWUM_TOUCHED)]}"
    what = "the oldest untouched card" if _read(code, lib.HL_MWUM_IS_CHOP) else touched
    return f"discard {what}: {likely}, {risk} critical"


def _clue(kind: str, code: int) -> str:
    told = _read(code, lib.HL_MWUM_TOLD)
    worth = WORTHS[min(_read(code, lib.HL_MWUM_WORTH), 4)]
    about = f"{kind} clue about a {worth} card"
    extras = [
        words
        for there, words in (
            (_read(code, lib.HL_MWUM_ON_CHOP), "it was the next discard"),
            (told == 2, "it is then known to be playable"),
            (told == 0, "it is then known not to be playable"),
            (_read(code, lib.HL_MWUM_REPEATED), "a clue was about it before"),
            (_read(code, lib.HL_MWUM_LEARNS), "another card is then known to be playable"),
            (_read(code, lib.HL_MWUM_WASTE), "useless cards are touched too"),
            (_read(code, lib.HL_MWUM_WARNS), "it takes back an earlier clue"),
        )
        if there
    ]
    return f"{about} ({', '.join(extras)})" if extras else about
