"""hanab.live's variants: which suits and cards there are, and which clues touch them.

A variant is "No Variant", a mix with a name of its own, or "WHAT (n Suits)", where WHAT is at most
one way of cluing or dealing ("Funnels", "Pink-Ones", "Scarce Ones"), a family of suits
("Ambiguous") and one or two special suits, with & between them: "Black & Rainbow (6 Suits)". What
else that site has needs other rules than which card a clue touches and how many of each there are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_lowercase

from native.engine.errors import BadRules
from native.engine.suits import FAMILIES, MIXES, SPECIAL, SUITS, Suit, Touch, suits_named

COPIES_BY_RANK = (3, 2, 2, 2, 1)
RANKS = range(1, 6)
SPECIAL_NAMES = {suit.name for suit in SPECIAL}


@dataclass(frozen=True)
class Twist:
    """What is otherwise than usual, but for the suits."""

    copies: tuple[int, ...] = COPIES_BY_RANK
    """By rank."""
    colours: bool = True
    """Whether there are colour clues."""
    rank_clues: tuple[int, ...] = tuple(RANKS)
    """Those that can be given."""
    by_rank: Callable[[int, int], bool] | None = None
    """Whether the clue of the first rank touches the second."""
    special_rank: int = 0
    colour_touch: Touch = Touch.OWN
    """Of colours, on the special rank."""
    rank_touch: Touch = Touch.OWN
    """Of ranks, on the special rank."""
    deceptive: bool = False
    """The special rank is touched by the rank clues in turn, suit by suit."""
    synesthesia: bool = False
    """Colours touch ranks as well: the first colour rank 1, the second rank 2 ..."""


def _odd_or_even(clue: int, rank: int) -> bool:
    return clue % 2 == rank % 2


TWISTS = {
    "": Twist(),
    "Funnels": Twist(by_rank=lambda clue, rank: rank <= clue),
    "Chimneys": Twist(by_rank=lambda clue, rank: rank >= clue),
    "Odds and Evens": Twist(rank_clues=(1, 2), by_rank=_odd_or_even),
    "Scarce Ones": Twist(copies=(2, 2, 2, 2, 1)),
    "Critical Fours": Twist(copies=(3, 2, 2, 1, 1)),
    "Color Mute": Twist(colours=False),
    "Number Mute": Twist(rank_clues=()),
    "Synesthesia": Twist(rank_clues=(), synesthesia=True),
}
OTHER_RULES = {
    "Up or Down": "each of its stacks goes up or down, and ours only go up",
    "Reversed": "one of its stacks goes down, and ours only go up",
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
"""What needs other rules than which card a clue touches and how many of each there are."""
LOOKS = {
    "Rainbow": (Touch.ALL, Touch.OWN),
    "Pink": (Touch.OWN, Touch.ALL),
    "White": (Touch.NONE, Touch.OWN),
    "Brown": (Touch.OWN, Touch.NONE),
    "Omni": (Touch.ALL, Touch.ALL),
    "Null": (Touch.NONE, Touch.NONE),
    "Muddy-Rainbow": (Touch.ALL, Touch.NONE),
    "Light-Pink": (Touch.NONE, Touch.ALL),
    "Deceptive": (Touch.OWN, Touch.OWN),
}
"""How colours and ranks touch a special rank: “Rainbow-Ones”."""

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
    """What a name stands for."""

    suits: tuple[Suit, ...]
    twist: Twist

    @property
    def letters(self) -> str:
        """One letter a suit, all different: its own, else the first free one of its name."""
        letters = ""
        for suit in self.suits:
            letters += next(c for c in suit.letter + suit.name.lower() if c not in letters + " ")
        return letters

    @property
    def colours(self) -> tuple[str, ...]:
        """The names of the colours that can be clued, in the order of the suits."""
        if not self.twist.colours:
            return ()
        return self._colours

    @property
    def _colours(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(colour for suit in self.suits for colour in suit.colours))

    @property
    def colour_letters(self) -> tuple[str, ...]:
        """A letter for each colour, all different: that of a suit with this clue alone, if any."""
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
        """Of each identity, suit by suit."""
        return tuple(
            1 if suit.one_of_each else copies for suit in self.suits for copies in self.twist.copies
        )

    def colour_touches(self, colour: str) -> int:
        """The identities (bit = suit * 5 + rank from 0) that a colour clue touches."""
        return self._mask(lambda suit, rank: self._is_coloured(self.suits[suit], rank, colour))

    def rank_touches(self, clue: int) -> int:
        """The identities that a rank clue touches; none if it cannot be given."""
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
        special = rank == self.twist.special_rank and self.twist.colour_touch is not Touch.OWN
        if special:
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
    """The variant of this name. Raises BadRules for one that is not in the tables."""
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
    """The parts of a name, or None if they make no variant."""
    twist = parts.pop(0) if parts[0] in TWISTS else ""
    family = parts.pop(0) if parts and parts[0] in FAMILIES else ""
    special = [SUITS[name] for name in parts if name in SPECIAL_NAMES]
    if len(special) < len(parts) or len(special) > 2 or len(set(special)) < len(special):
        return None
    filling = FAMILIES[family].get(count - len(special))
    return None if filling is None else Variant((*filling, *special), TWISTS[twist])


def suits_of(variant: str) -> tuple[Suit, ...]:
    """The suits of a variant by its hanab.live name, in that site's order. Raises BadRules."""
    return variant_of(variant).suits
