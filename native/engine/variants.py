"""hanab.live's variants as tables: which suits there are and which clues touch them.

Names, copies and touching are those of hanab.live. A variant is "No Variant", "<n> Suits", or one
or two special suits and the number of suits: "Black & Rainbow (6 Suits)".
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from native.engine.errors import BadRules


class Touch(Enum):
    """Which clues of one kind touch a suit's cards."""

    OWN = "own"  # the card's own colour or rank, as in the plain game
    ALL = "all"
    NONE = "none"
    CYCLE = "cycle"  # colours only: rank 1 the first colour, rank 2 the second ...


class Suit(NamedTuple):
    """A suit: its letter where no other suit has taken it, and what clues touch it."""

    name: str
    letter: str
    colours: Touch = Touch.OWN
    ranks: Touch = Touch.OWN
    one_of_each: bool = False
    clue: str = ""

    @property
    def colour(self) -> str:
        """The colour of its own clue, or nothing if it has none."""
        return (self.clue or self.name) if self.colours is Touch.OWN else ""


PLAIN = (
    Suit("Red", "r"),
    Suit("Yellow", "y"),
    Suit("Green", "g"),
    Suit("Blue", "b"),
    Suit("Purple", "p"),
    Suit("Teal", "t"),
)

SPECIAL = {
    suit.name: suit
    for suit in (
        Suit("Black", "k", one_of_each=True),
        Suit("Rainbow", "m", Touch.ALL),
        Suit("Pink", "i", ranks=Touch.ALL),
        Suit("White", "w", Touch.NONE),
        Suit("Brown", "n", ranks=Touch.NONE),
        Suit("Omni", "o", Touch.ALL, Touch.ALL),
        Suit("Null", "u", Touch.NONE, Touch.NONE),
        Suit("Muddy Rainbow", "m", Touch.ALL, Touch.NONE),
        Suit("Light Pink", "i", Touch.NONE, Touch.ALL),
        Suit("Prism", "i", Touch.CYCLE),
        Suit("Dark Rainbow", "m", Touch.ALL, one_of_each=True),
        Suit("Dark Pink", "i", ranks=Touch.ALL, one_of_each=True, clue="Pink"),
        Suit("Gray", "a", Touch.NONE, one_of_each=True),
        Suit("Dark Brown", "n", ranks=Touch.NONE, one_of_each=True, clue="Brown"),
        Suit("Dark Omni", "o", Touch.ALL, Touch.ALL, one_of_each=True),
        Suit("Dark Null", "u", Touch.NONE, Touch.NONE, one_of_each=True),
        Suit("Cocoa Rainbow", "m", Touch.ALL, Touch.NONE, one_of_each=True),
        Suit("Gray Pink", "i", Touch.NONE, Touch.ALL, one_of_each=True),
        Suit("Dark Prism", "i", Touch.CYCLE, one_of_each=True),
    )
}


def suits_of(variant: str) -> tuple[Suit, ...]:
    """The suits of a variant by its hanab.live name, in that site's order.

    Raises BadRules for a name that is not in the tables.
    """
    if variant == "No Variant":
        return PLAIN[:5]
    if match := re.fullmatch(r"([3-6]) Suits", variant):
        return PLAIN[: int(match[1])]
    if match := re.fullmatch(r"(.+) \(([3-6]) Suits\)", variant):
        special = [SPECIAL[name] for name in match[1].split(" & ") if name in SPECIAL]
        if len(special) == match[1].count(" & ") + 1 <= 2 and len(set(special)) == len(special):
            return (*PLAIN[: int(match[2]) - len(special)], *special)
    raise BadRules(
        f"There is no variant {variant!r} here: use “No Variant”, “6 Suits”, or one or two of "
        f"{', '.join(SPECIAL)} with the number of suits, such as “Black & Rainbow (6 Suits)”."
    )


def letters_of(suits: tuple[Suit, ...]) -> str:
    """One letter a suit, all different: its own, else the first free one of its name."""
    letters = ""
    for suit in suits:
        letters += next(c for c in suit.letter + suit.name.lower() if c not in letters + " ")
    return letters


def colours_of(suits: tuple[Suit, ...]) -> tuple[str, ...]:
    """The names of the colour clues, in the order of the suits."""
    return tuple(dict.fromkeys(suit.colour for suit in suits if suit.colour))


def colour_touches(suits: tuple[Suit, ...], colour: str, ranks: int) -> int:
    """The identities (bit = suit * ranks + rank, ranks from 0) that a colour clue touches."""
    colours = colours_of(suits)
    touched = 0
    for bit, (suit, rank) in enumerate((suit, rank) for suit in suits for rank in range(ranks)):
        own = colours[rank % len(colours)] if suit.colours is Touch.CYCLE else suit.colour
        if suit.colours is Touch.ALL or own == colour:
            touched |= 1 << bit
    return touched


def rank_touches(suits: tuple[Suit, ...], clued: int, ranks: int) -> int:
    """The identities that a clue of rank `clued` (from 1) touches."""
    touched = 0
    for bit, (suit, rank) in enumerate((suit, rank) for suit in suits for rank in range(ranks)):
        own = suit.ranks is Touch.OWN and rank + 1 == clued
        if suit.ranks is Touch.ALL or own:
            touched |= 1 << bit
    return touched
