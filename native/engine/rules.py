"""The parameters of a game: how many players, which suits, which clues."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from native._core import ffi, lib
from native.engine import variants
from native.engine.cards import Card
from native.engine.errors import BadRules
from native.engine.moves import Move
from native.engine.suits import PLAIN

HAND_SIZES = {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}
NAMES = {suit.letter: suit.name for suit in PLAIN}


class Colour(NamedTuple):
    """A colour that can be clued; `touches` has bit suit * ranks + rank (from 0) set."""

    letter: str
    name: str
    touches: int


@dataclass(frozen=True)
class Rules:
    """The rules of one game. Left out, everything is as in the rule book.

    `copies` may be given by rank (the same in all suits) or by identity (suit by suit). Raises
    BadRules, in words, for parameters that make no game.
    """

    players: int
    suits: str = "rygbp"
    ranks: int = 5
    copies: tuple[int, ...] = ()
    hand_size: int = 0
    clue_tokens: int = 8
    strikes: int = 3
    colour_clues: tuple[Colour, ...] | None = None
    rank_clues: tuple[int, ...] | None = None
    empty_clues: bool = False
    discard_at_max: bool = False
    stop_when_nothing_left: bool = False
    variant: str = ""

    def __post_init__(self) -> None:
        self._check("players", self.players, 2, lib.HL_MAX_PLAYERS)
        self._check("ranks", self.ranks, 1, lib.HL_MAX_RANKS)
        self._check("suits", len(self.suits), 1, lib.HL_MAX_SUITS)
        if len(set(self.suits)) < len(self.suits) or not (self.suits + "a").isalpha():
            raise BadRules(f"Suits are different letters, not {self.suits!r}.")
        self._fill_in()
        self._check("hand_size", self.hand_size, 1, lib.HL_MAX_HAND)
        self._check("clue_tokens", self.clue_tokens, 0, lib.HL_MAX_TOKENS)
        self._check("strikes", self.strikes, 1, lib.HL_NONE - 1)
        self._check_cards()
        self._check_clues()

    @classmethod
    def standard(cls, players: int, variant: str = "No Variant", **options: Any) -> Rules:
        """The rules of a hanab.live variant; `options` are fields of Rules that differ."""
        return cls._varied(variant, players, options) if options else _usual(players, variant)

    @classmethod
    def _varied(cls, variant: str, players: int, options: dict[str, Any]) -> Rules:
        table = variants.variant_of(variant)
        fields: dict[str, Any] = {
            "suits": table.letters,
            "copies": table.copies,
            "colour_clues": tuple(
                Colour(letter, name, table.colour_touches(name))
                for letter, name in zip(table.colour_letters, table.colours, strict=True)
            ),
            "rank_clues": tuple(table.rank_touches(rank) for rank in variants.RANKS),
            "variant": variant,
        }
        return cls(players, **(fields | options))

    @property
    def max_score(self) -> int:
        """The score of a perfect game."""
        return len(self.suits) * self.ranks

    @property
    def deck_size(self) -> int:
        return sum(self.copies)

    @property
    def move_count(self) -> int:
        """How many move ids there are, legal or not."""
        clues = len(self.colours) + len(self.rank_masks)
        return 2 * self.hand_size + (self.players - 1) * clues

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colour clues."""
        assert self.colour_clues is not None
        return self.colour_clues

    @property
    def rank_masks(self) -> tuple[int, ...]:
        """What each rank clue touches, rank 1 first."""
        assert self.rank_clues is not None
        return self.rank_clues

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every identity, in the order of the bits of an identity set."""
        return tuple(
            Card(suit, rank + 1) for suit in range(len(self.suits)) for rank in range(self.ranks)
        )

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every move that there can be, in the order of the move ids."""
        return tuple(Move.of_act(self, self.struct.acts[i]) for i in range(self.move_count))

    def identity(self, card: Card) -> int:
        """The bit number of a card in an identity set. Raises ValueError for no card of these."""
        if not (0 <= card.suit < len(self.suits) and 1 <= card.rank <= self.ranks):
            raise ValueError(f"{card} is no card of these rules.")
        return card.suit * self.ranks + card.rank - 1

    def cards_in(self, identities: int) -> list[Card]:
        """The cards of an identity set, suit by suit."""
        return [card for bit, card in enumerate(self.cards) if identities >> bit & 1]

    @cached_property
    def struct(self) -> Any:
        """The core's `hl_rules`, prepared. Not to be written to."""
        rules = ffi.new("hl_rules *")
        rules.players, rules.hand_size = self.players, self.hand_size
        rules.suits, rules.ranks = len(self.suits), self.ranks
        rules.max_tokens, rules.max_strikes = self.clue_tokens, self.strikes
        rules.options = (
            lib.HL_EMPTY_CLUES * self.empty_clues
            | lib.HL_DISCARD_AT_MAX * self.discard_at_max
            | lib.HL_STOP_WHEN_NOTHING * self.stop_when_nothing_left
        )
        rules.colour_clues, rules.rank_clues = len(self.colours), len(self.rank_masks)
        rules.copies[0 : len(self.copies)] = self.copies
        masks = [colour.touches for colour in self.colours] + list(self.rank_masks)
        rules.clue_ids[0 : len(masks)] = masks
        if lib.hl_rules_prepare(rules) != lib.HL_OK:
            raise BadRules("The core refuses these rules.")
        return rules

    def _fill_in(self) -> None:
        """Put what is left out or given by rank in its full form."""
        suits, ranks = len(self.suits), self.ranks
        copies = self.copies or variants.COPIES_BY_RANK[:ranks]
        self._set("copies", tuple(copies) * (suits if len(copies) == ranks else 1))
        self._set("hand_size", self.hand_size or HAND_SIZES[self.players])
        if self.colour_clues is None:
            row = (1 << ranks) - 1
            colours = [
                Colour(letter, NAMES.get(letter, letter.upper()), row << suit * ranks)
                for suit, letter in enumerate(self.suits)
            ]
            self._set("colour_clues", tuple(colours))
        if self.rank_clues is None:
            column = sum(1 << suit * ranks for suit in range(suits))
            self._set("rank_clues", tuple(column << rank for rank in range(ranks)))

    def _set(self, field: str, value: object) -> None:
        object.__setattr__(self, field, value)

    def _check(self, name: str, value: int, low: int, high: int) -> None:
        if not low <= value <= high:
            raise BadRules(f"{name} must be from {low} to {high}, not {value}.")

    def _check_cards(self) -> None:
        if len(self.copies) != self.max_score or min(self.copies) < 1:
            raise BadRules(
                f"copies are {self.ranks} numbers from 1 (one a rank) or {self.max_score} "
                f"(one an identity), not {self.copies}."
            )
        if self.deck_size > lib.HL_MAX_DECK:
            raise BadRules(f"A deck holds at most {lib.HL_MAX_DECK} cards, not {self.deck_size}.")
        if self.players * self.hand_size > self.deck_size:
            raise BadRules(
                f"{self.players} hands of {self.hand_size} need more than {self.deck_size} cards."
            )

    def _check_clues(self) -> None:
        masks = [colour.touches for colour in self.colours] + list(self.rank_masks)
        if len(masks) > lib.HL_MAX_CLUES:
            raise BadRules(f"At most {lib.HL_MAX_CLUES} clues are possible, not {len(masks)}.")
        if any(not 0 <= mask < 1 << self.max_score for mask in masks):
            raise BadRules("A clue touches identities that these rules do not have.")
        if self.empty_clues and not all(masks):
            raise BadRules(
                "A clue that cannot be given is no empty clue: one of these touches no card."
            )


@lru_cache(maxsize=1024, typed=True)
def _usual(players: int, variant: str) -> Rules:
    """Made once: a variant's clues take most of a millisecond to work out. Typed: to a cache 2.0 is
    2, and whoever asked for that would spoil it for all."""
    return Rules._varied(variant, players, {})
