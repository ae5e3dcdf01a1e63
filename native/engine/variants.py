"""hanab.live's variants: their suits and cards, and which clues touch them.

A variant is "No Variant", "n Suits", one of MIXES, or "PARTS (n Suits)", where PARTS joins with "&"
at most one way of cluing or dealing ("Funnels", "Pink-Ones", "Scarce Ones"), one family of suits
("Ambiguous") and two special suits: "Black & Rainbow (6 Suits)". The site's other variants are not
supported: they change more than which cards a clue touches and how many copies there are.

The suits' names, copies and clues are those of `suits.json` in github.com/Hanabi-Live/hanabi-live.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from string import ascii_lowercase
from typing import NamedTuple

from native.engine.errors import BadRules


class Touch(Enum):
    """Which clues of one kind (colour or rank) touch a suit or a special rank."""

    OWN = "own"  # its own colours, or the card's own rank
    ALL = "all"
    NONE = "none"
    CYCLE = "cycle"  # colours only: rank 1 the first colour, rank 2 the second ...


class Suit(NamedTuple):
    """A suit: its name, its preferred letter, and which clues touch it.

    `one_of_each` suits have one copy of each card.
    """

    name: str
    letter: str
    touched_by: Touch = Touch.OWN
    """Which colour clues touch the cards of this suit."""
    ranks: Touch = Touch.OWN
    """Which rank clues touch the cards of this suit."""
    one_of_each: bool = False
    clues: tuple[str, ...] = ()
    """The names of the colours whose clues touch this suit, if `touched_by` is `OWN`; empty: the
    colour with the suit's own name."""

    @property
    def colours(self) -> tuple[str, ...]:
        """The names of the colours that this suit adds to the colour clues of a game."""
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


CLUED_BY_OTHERS = {
    "Tomato Mahogany Carrot Ruby": "Red",
    "Emerald Olive": "Green",
    "Ice Aqua Sky Berry Navy Ocean": "Blue",
    "Tangerine Peach Yam": "Red Yellow",
    "Geas": "Red Yellow Green",
    "Beatnik": "Red Yellow Green Blue",
    "Plum": "Red Yellow Green Blue Purple",
    "Taupe": "Red Yellow Green Blue Purple Teal",
    "Gold": "Red Green",
    "Violet Magenta": "Red Blue",
    "Cardinal": "Red Purple",
    "Maroon": "Red Black",
    "Lime Jungle": "Yellow Green",
    "Jade": "Yellow Blue",
    "Tan": "Yellow Black",
    "Cyan": "Green Blue",
    "Indigo": "Blue Purple",
    "Cobalt": "Blue Black",
}
"""The suits that clues of other colours touch: names of suits, separated by spaces, and the colours
whose clues touch each of them."""

SUITS = {suit.name: suit for suit in PLAIN + SPECIAL} | {
    name: Suit(name, name[0].lower(), clues=tuple(clues.split()))
    for names, clues in CLUED_BY_OTHERS.items()
    for name in names.split()
}
"""All suits, by name."""


def suits_named(names: str) -> tuple[Suit, ...]:
    """Return the suits that a text such as "Red, Blue" names, in the order of the text."""
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
"""The suits that a variant has beside its special ones, by the name of a family of suits ("" for
the plain colours) and the number of such suits."""

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
"""The variants that follow no naming rule, and their suits."""


COPIES_BY_RANK = (3, 2, 2, 2, 1)
RANKS = range(1, 6)
SPECIAL_NAMES = {suit.name for suit in SPECIAL}


@dataclass(frozen=True)
class Twist:
    """How a variant's cards and clues differ from the rule book, apart from its suits."""

    copies: tuple[int, ...] = COPIES_BY_RANK
    """The number of copies of each card, by rank."""
    colours: bool = True
    """Whether there are colour clues."""
    rank_clues: tuple[int, ...] = tuple(RANKS)
    """The ranks that can be clued."""
    by_rank: Callable[[int, int], bool] | None = None
    """Whether a clue of the first rank touches cards of the second; None: if the two are equal."""
    special_rank: int = 0
    """The rank that clues touch in another way than the other ranks; 0 if there is none."""
    colour_touch: Touch = Touch.OWN
    """Which colour clues touch the cards of `special_rank`."""
    rank_touch: Touch = Touch.OWN
    """Which rank clues touch the cards of `special_rank`."""
    deceptive: bool = False
    """Whether the rank clue that touches a card of `special_rank` depends on its suit: the first
    of `rank_clues` touches it in the first suit, the second in the second suit …"""
    synesthesia: bool = False
    """Whether colour clues touch ranks as well: the first colour rank 1, the second rank 2 …"""


TWISTS = {
    "": Twist(),
    "Funnels": Twist(by_rank=lambda clue, rank: rank <= clue),
    "Chimneys": Twist(by_rank=lambda clue, rank: rank >= clue),
    "Odds and Evens": Twist(rank_clues=(1, 2), by_rank=lambda clue, rank: clue % 2 == rank % 2),
    "Scarce Ones": Twist(copies=(2, 2, 2, 2, 1)),
    "Critical Fours": Twist(copies=(3, 2, 2, 1, 1)),
    "Color Mute": Twist(colours=False),
    "Number Mute": Twist(rank_clues=()),
    "Synesthesia": Twist(rank_clues=(), synesthesia=True),
}
OTHER_RULES = {
    "Up or Down": "each of its stacks goes up or down, and ours only go up",
    "Reversed": "one of its stacks goes down, and ours only go up",
    "Orange": "its orange cards are played by discarding them, and ours by playing them",
    "Sudoku": "its stacks begin at different ranks, and ours begin with 1",
    "Throw It in a Hole": "nobody sees what was played there, and everybody does here",
    "Clue Starved": "half a clue is regained there, and a whole one here",
    "Alternating Clues": "colours and ranks are clued in turn there, and freely here",
    "Color Blind": "nobody hears which colour was clued there, and everybody does here",
    "Number Blind": "nobody hears which rank was clued there, and everybody does here",
    "Totally Blind": "nobody hears which clue was given there, and everybody does here",
    "Cow & Pig": "nobody hears which clue was given there, and everybody does here",
    "Duck": "nobody hears which clue was given there, and everybody does here",
}
"""Parts of the names of variants that are not supported, and why: they change more than which cards
a clue touches and how many copies there are."""
LOOKS = {
    suit.name.replace(" ", "-"): (suit.touched_by, suit.ranks)
    for suit in SPECIAL
    if not suit.one_of_each and suit.touched_by is not Touch.CYCLE
} | {"Deceptive": (Touch.OWN, Touch.OWN)}
"""Which colour clues and which rank clues touch a special rank, by the first part of the variant's
name, such as “Rainbow” in “Rainbow-Ones”."""

for _look, (_colours, _ranks) in LOOKS.items():
    for _rank, _called in ((1, "Ones"), (5, "Fives")):
        _without = tuple(rank for rank in RANKS if rank != _rank)
        _deceptive = _look == "Deceptive"
        TWISTS[f"{_look}-{_called}"] = Twist(
            rank_clues=tuple(RANKS) if _ranks is Touch.OWN and not _deceptive else _without,
            special_rank=_rank,
            colour_touch=_colours,
            rank_touch=_ranks,
            deceptive=_deceptive,
        )


@dataclass(frozen=True)
class Variant:
    """A variant of Hanabi: its suits, and in `twist` its differences in cluing or dealing."""

    suits: tuple[Suit, ...]
    twist: Twist

    @property
    def letters(self) -> str:
        """One letter per suit, all different: the suit's preferred letter, or else the first unused
        letter of its name.
        """
        letters = ""
        for suit in self.suits:
            letters += next(c for c in suit.letter + suit.name.lower() if c not in letters + " ")
        return letters

    @property
    def colours(self) -> tuple[str, ...]:
        """The names of the colours that can be clued, in the order of the suits."""
        return self._colours if self.twist.colours else ()

    @property
    def _colours(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(colour for suit in self.suits for colour in suit.colours))

    @property
    def colour_letters(self) -> tuple[str, ...]:
        """One letter per colour that can be clued, all different.

        A colour has the letter of the suit with its name, or with “Dark” before its name, if the
        variant has such a suit.
        """
        own = {
            suit.colours[0]: letter
            for suit, letter in zip(self.suits, self.letters, strict=True)
            if len(suit.colours) == 1 and (not suit.clues or suit.one_of_each)
        }
        letters: list[str] = []
        for colour in self.colours:
            choices = [own.get(colour, ""), SUITS[colour].letter, *colour.lower(), *ascii_lowercase]
            taken = {*letters, *own.values()} - {own.get(colour), ""}
            letters.append(next(c for c in choices if c and c not in taken))
        return tuple(letters)

    @property
    def copies(self) -> tuple[int, ...]:
        """The number of copies of each identity, by suit and then by rank."""
        return tuple(
            1 if suit.one_of_each else copies for suit in self.suits for copies in self.twist.copies
        )

    def colour_touches(self, colour: str) -> int:
        """Return the identities (bit suit * 5 + rank, ranks from 0) that a clue of the colour with
        the name `colour`, such as `Red`, touches.
        """
        return self._mask(lambda suit, rank: self._is_coloured(self.suits[suit], rank, colour))

    def rank_touches(self, clue: int) -> int:
        """Return the identities (bit suit * 5 + rank, ranks from 0) that a clue of the rank `clue`
        (from 1) touches; 0 if that rank cannot be clued.
        """
        if clue not in self.twist.rank_clues:
            return 0
        return self._mask(lambda suit, rank: self._is_ranked(suit, rank, clue))

    def _mask(self, touches: Callable[[int, int], bool]) -> int:
        bits = [(suit, rank) for suit in range(len(self.suits)) for rank in RANKS]
        return sum(1 << bit for bit, card in enumerate(bits) if touches(*card))

    def _in_turn(self, rank: int) -> str:
        return self._colours[(rank - 1) % len(self._colours)]

    def _is_coloured(self, suit: Suit, rank: int, colour: str) -> bool:
        if suit.touched_by in (Touch.ALL, Touch.NONE):
            return suit.touched_by is Touch.ALL
        by_rank = self.twist.synesthesia and suit.ranks is not Touch.NONE
        if by_rank and self._in_turn(rank) == colour:
            return True
        if rank == self.twist.special_rank and self.twist.colour_touch is not Touch.OWN:
            return self.twist.colour_touch is Touch.ALL
        if suit.touched_by is Touch.CYCLE:
            return self._in_turn(rank) == colour
        return colour in suit.colours

    def _is_ranked(self, suit: int, rank: int, clue: int) -> bool:
        usual = self.suits[suit].ranks
        if usual is not Touch.OWN:
            return usual is Touch.ALL
        if self.twist.by_rank:
            return self.twist.by_rank(clue, rank)
        if rank == self.twist.special_rank and self.twist.deceptive:
            return self.twist.rank_clues[suit % len(self.twist.rank_clues)] == clue
        if rank == self.twist.special_rank and self.twist.rank_touch is not Touch.OWN:
            return self.twist.rank_touch is Touch.ALL
        return rank == clue


@lru_cache(maxsize=256)
def variant_of(name: str) -> Variant:
    """Return the variant with this hanab.live name. Raises BadRules if it is not supported."""
    if name == "No Variant":
        return Variant(FAMILIES[""][5], Twist())
    if name in MIXES:
        return Variant(suits_named(MIXES[name]), Twist())
    if match := re.fullmatch(r"([3-6]) Suits", name):
        return Variant(FAMILIES[""][int(match[1])], Twist())
    if match := re.fullmatch(r"(.+) \(([3-6]) Suits\)", name):
        variant = _put_together(match[1].split(" & "), int(match[2]))
        if variant:
            return variant
    for what, why in OTHER_RULES.items():
        if what in name:
            raise BadRules(f"There is no variant {name[:80]!r} here, since {why}.")
    first = ", ".join(filter(None, [*TWISTS, *FAMILIES]))
    raise BadRules(
        f"There is no variant {name[:80]!r} here: use “No Variant”, “6 Suits”, or one or two of "
        f"{', '.join(suit.name for suit in SPECIAL)} with the number of suits, such as “Black & "
        f"Rainbow (6 Suits)”; before them may stand {first}."
    )


def _put_together(parts: list[str], count: int) -> Variant | None:
    """Return the variant with `count` suits whose name consists of these `parts`, such as “Black”
    and “Rainbow”; None if there is none.
    """
    twist = parts.pop(0) if parts[0] in TWISTS else ""
    family = parts.pop(0) if parts and parts[0] in FAMILIES else ""
    special = [SUITS[name] for name in parts if name in SPECIAL_NAMES]
    if len(special) < len(parts) or len(special) > 2 or len(set(special)) < len(special):
        return None
    filling = FAMILIES[family].get(count - len(special))
    return None if filling is None else Variant((*filling, *special), TWISTS[twist])


def suits_of(variant: str) -> tuple[Suit, ...]:
    """Return the suits of the variant with this hanab.live name, in the site's order.

    Raises BadRules if the variant is not supported.
    """
    return variant_of(variant).suits
