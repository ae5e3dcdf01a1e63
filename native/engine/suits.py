"""hanab.live's suits as tables: their letters, copies, and which clues touch them.

Names, copies and touching are those of github.com/Hanabi-Live/hanabi-live, `suits.json`.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Touch(Enum):
    """Which clues of one kind touch a suit's cards."""

    OWN = "own"  # its own colours, or the card's own rank
    ALL = "all"
    NONE = "none"
    CYCLE = "cycle"  # colours only: rank 1 the first colour, rank 2 the second ...


class Suit(NamedTuple):
    """A suit: its letter where no other suit has taken it, and what clues touch it."""

    name: str
    letter: str
    touched_by: Touch = Touch.OWN
    """Colour clues."""
    ranks: Touch = Touch.OWN
    one_of_each: bool = False
    clues: tuple[str, ...] = ()
    """The colours of clues that touch it, if they are others than its own."""

    @property
    def colours(self) -> tuple[str, ...]:
        """The colour clues that there are because of it."""
        return (self.clues or (self.name,)) if self.touched_by is Touch.OWN else ()


PLAIN = (
    Suit("Red", "r"),
    Suit("Yellow", "y"),
    Suit("Green", "g"),
    Suit("Blue", "b"),
    Suit("Purple", "p"),
    Suit("Teal", "t"),
)

SPECIAL = (
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
    Suit("Dark Pink", "i", ranks=Touch.ALL, one_of_each=True, clues=("Pink",)),
    Suit("Gray", "a", Touch.NONE, one_of_each=True),
    Suit("Dark Brown", "n", ranks=Touch.NONE, one_of_each=True, clues=("Brown",)),
    Suit("Dark Omni", "o", Touch.ALL, Touch.ALL, one_of_each=True),
    Suit("Dark Null", "u", Touch.NONE, Touch.NONE, one_of_each=True),
    Suit("Cocoa Rainbow", "m", Touch.ALL, Touch.NONE, one_of_each=True),
    Suit("Gray Pink", "i", Touch.NONE, Touch.ALL, one_of_each=True),
    Suit("Dark Prism", "i", Touch.CYCLE, one_of_each=True),
)


def _of(letter: str, *clues: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Suits that share their clues, by the colours of these."""
    return {name: (name[0].lower(), clues) for name in letter.split()}


CLUED_BY_OTHERS = (
    _of("Tomato Mahogany Carrot Ruby", "Red")
    | _of("Emerald Olive", "Green")
    | _of("Ice Aqua Sky Berry Navy Ocean", "Blue")
    | _of("Tangerine Peach Yam", "Red", "Yellow")
    | _of("Geas", "Red", "Yellow", "Green")
    | _of("Beatnik", "Red", "Yellow", "Green", "Blue")
    | _of("Plum", "Red", "Yellow", "Green", "Blue", "Purple")
    | _of("Taupe", "Red", "Yellow", "Green", "Blue", "Purple", "Teal")
    | _of("Gold", "Red", "Green")
    | _of("Violet Magenta", "Red", "Blue")
    | _of("Cardinal", "Red", "Purple")
    | _of("Maroon", "Red", "Black")
    | _of("Lime Jungle", "Yellow", "Green")
    | _of("Jade", "Yellow", "Blue")
    | _of("Tan", "Yellow", "Black")
    | _of("Cyan", "Green", "Blue")
    | _of("Indigo", "Blue", "Purple")
    | _of("Cobalt", "Blue", "Black")
)

SUITS = {suit.name: suit for suit in PLAIN + SPECIAL} | {
    name: Suit(name, letter, clues=clues) for name, (letter, clues) in CLUED_BY_OTHERS.items()
}
"""All, by name."""


def suits_named(names: str) -> tuple[Suit, ...]:
    """The suits of names with ", " between them."""
    return tuple(SUITS[name] for name in names.split(", "))


FAMILIES = {
    "Ambiguous": {
        2: suits_named("Tomato, Mahogany"),
        4: suits_named("Tomato, Mahogany, Berry, Navy"),
        6: suits_named("Tomato, Mahogany, Emerald, Olive, Berry, Navy"),
    },
    "Very Ambiguous": {
        3: suits_named("Berry, Navy, Sky"),
        6: suits_named("Tomato, Mahogany, Carrot, Berry, Navy, Sky"),
    },
    "Extremely Ambiguous": {
        count: suits_named("Ice, Aqua, Sky, Berry, Navy, Ocean")[:count] for count in range(4, 7)
    },
    "Matryoshka": {
        count: suits_named("Ruby, Yam, Geas, Beatnik, Plum, Taupe")[:count] for count in range(2, 7)
    },
    "Dual-Color": {
        3: suits_named("Tangerine, Violet, Jade"),
        5: suits_named("Tangerine, Lime, Cyan, Indigo, Cardinal"),
        6: suits_named("Tangerine, Violet, Maroon, Jade, Tan, Cobalt"),
    },
    "": {
        0: (),
        1: suits_named("Red"),
        2: suits_named("Red, Blue"),
        3: suits_named("Red, Green, Blue"),
        **{count: PLAIN[:count] for count in (4, 5, 6)},
    },
}
"""Suits that fill a variant up, by what it is called and how many they are."""

MIXES = {
    "Special Mix (5 Suits)": "Black, Rainbow, Pink, White, Brown",
    "Special Mix (6 Suits)": "Black, Rainbow, Pink, White, Brown, Null",
    "Ambiguous Mix": "Tomato, Mahogany, Sky, Navy, Black, White",
    "Dual-Color Mix": "Tangerine, Violet, Jade, Black, Rainbow, White",
    "Ambiguous & Dual-Color Mix": "Peach, Tangerine, Magenta, Violet, Lime, Jungle",
    "Candy Corn Mix (5 Suits)": "Red, Tangerine, Yellow, White, Brown",
    "Candy Corn Mix (6 Suits)": "Red, Tangerine, Yellow, White, Brown, Cocoa Rainbow",
    "Holiday Mix (5 Suits)": "Dark Pink, Green, White, Sky, Navy",
    "Holiday Mix (6 Suits)": "Light Pink, Red, Green, White, Sky, Navy",
    "Valentine Mix (5 Suits)": "Red, Pink, White, Light Pink, Cocoa Rainbow",
    "Valentine Mix (6 Suits)": "Red, Pink, White, Light Pink, Cocoa Rainbow, Null",
    "RGB Mix (6 Suits)": "Red, Gold, Green, Cyan, Blue, Violet",
}
"""Variants that follow no rule, and their suits."""
