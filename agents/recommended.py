"""The recommended partner for each kind of person, number of players and variant, chosen by
measurement.

`python -m tests.personas` prints the scores with scripted people on which the choice is based. In
variants, `manage.py simulate AGENT --players 3 --variant "Null (5 Suits)" --games 600 --seed 1`
prints the agents' scores with themselves.
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
    "new": {2: "partner:new", 3: "conv:h1:no-finesses"},
    "rules": {2: "wary:expert", 3: "conv:h1:no-finesses"},
    "conventions": {2: "conv:h1"},
    "unknown": {2: "partner:unknown", 3: "conv:h1:no-finesses"},
}
"""Addresses by kind and the smallest number of players."""

_BELOW_22 = {
    "conv:h1:no-finesses": {
        **dict.fromkeys(("Null", "Odds and Evens"), 3),
        **dict.fromkeys(("Pink", "Light Pink", "Brown", "Omni", "Muddy Rainbow"), 5),
    },
    "conv:h1": {"Null": 3},
}
"""By address and variant (of five suits) the smallest number of players, from 3, at which the agent
scores less than 22 points with itself; `conv:expert` scores more there. Three strikes score 0."""


def recommended(kind: str, players: int, variant: str = "") -> str:
    """Return the address of the recommended partner for a kind of person at a table with this many
    players and the variant of this name.

    `kind` is `new` (new to Hanabi), `rules` (knows the rules), `conventions` (plays with
    conventions) or `unknown`. The result is the partner for the kind, or `conv:expert` if that
    partner scores less than 22 points in the variant. Raises ValueError for any other kind or
    fewer than 2 players.
    """
    if kind not in KINDS:
        raise ValueError(f"A kind of person is one of {', '.join(KINDS)}, not “{kind[:40]}”.")
    if players < 2:
        raise ValueError(f"A table has at least 2 players, not {players}.")
    partners = _PARTNERS[kind]
    usual = partners[max(number for number in partners if number <= players)]
    from_players = _BELOW_22.get(usual, {}).get(variant.removesuffix(" (5 Suits)"))
    return "conv:expert" if from_players and players >= from_players else usual
