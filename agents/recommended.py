"""The recommended partner for each kind of person and number of players, chosen by measurement.

`python -m tests.personas` prints the scores with scripted people on which the choice is based.
"""

from types import MappingProxyType

KINDS = MappingProxyType(
    {
        "new": "New to Hanabi",
        "rules": "I know the rules",
        "conventions": "I play with conventions",
        "unknown": "",
    }
)
"""For each kind of person, the answer that people of this kind give when asked about their
experience; empty for `unknown`, people who gave none."""

_PARTNERS = {
    "new": {2: "partner:new", 3: "rules:focus", 4: "conv:beginner"},
    "rules": {2: "wary:expert", 3: "conv:beginner"},
    "conventions": {2: "conv:h1"},
    "unknown": {2: "partner:unknown", 3: "conv:expert"},
}
"""Addresses by kind and the smallest number of players."""


def recommended(kind: str, players: int) -> str:
    """Return the address of the recommended partner for a kind of person at a table with this many
    players.

    `kind` is `new` (new to Hanabi), `rules` (knows the rules), `conventions` (plays with
    conventions) or `unknown`. Raises ValueError for any other kind or fewer than 2 players.
    """
    if kind not in KINDS:
        raise ValueError(f"A kind of person is one of {', '.join(KINDS)}, not “{kind[:40]}”.")
    if players < 2:
        raise ValueError(f"A table has at least 2 players, not {players}.")
    partners = _PARTNERS[kind]
    return partners[max(number for number in partners if number <= players)]
