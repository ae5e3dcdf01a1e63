"""The rules of a game: its parameters, its cards and its moves.

A card is written with its suit's letter and its rank, such as `r1`. Of moves, `p0` and `d3` play
and discard slots 0 and 3; `c1r` clues red to the next player, `c25` rank 5 to the player after
that.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from native._core import ffi, lib
from native.engine import variants
from native.engine.errors import BadMove, BadRules
from native.engine.variants import PLAIN

HAND_SIZES = {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}
NAMES = {suit.letter: suit.name for suit in PLAIN}


class Card(NamedTuple):
    """A card's identity: the index of its suit in the rules (from 0) and its rank (from 1)."""

    suit: int
    rank: int

    def text(self, suits: str) -> str:
        """Return the card as text: its suit's letter, one of the deck's letters `suits`, and its
        rank, such as `r1`.
        """
        return f"{suits[self.suit]}{self.rank}"

    @classmethod
    def parse(cls, text: str, suits: str, ranks: int = 5) -> Card:
        """Return the card that a text such as `r1` names; `suits` are the deck's suit letters and
        `ranks` its number of ranks. Raises ValueError if the deck has no such card.
        """
        if len(text) == 2 and text[0] in suits and text[1] in "12345"[:ranks]:
            return cls(suits.index(text[0]), int(text[1]))
        raise ValueError(
            f"{text!r} is no card: write one of the suits {suits} and a rank from 1 to {ranks}."
        )


def or_none(number: int) -> int | None:
    """Return a number from the C core, or None if it is `HL_NONE` (255), its code for “none”."""
    return None if number == lib.HL_NONE else int(number)


class MoveKind(IntEnum):
    """The kinds of move, in the order of the numbers of moves (`Move.id`)."""

    DISCARD = lib.HL_DISCARD
    PLAY = lib.HL_PLAY
    COLOUR = lib.HL_COLOUR
    RANK = lib.HL_RANK


class Move(NamedTuple):
    """A move, relative to the seat that makes it.

    `slot` is set for plays and discards. `target` (1 is the next player) and `value` (the index of
    a colour clue from 0, or a rank from 1) are set for clues.
    """

    kind: MoveKind
    slot: int | None = None
    target: int | None = None
    value: int | None = None

    @classmethod
    def play(cls, slot: int) -> Move:
        """Return the move that plays the card in a slot."""
        return cls(MoveKind.PLAY, slot=slot)

    @classmethod
    def discard(cls, slot: int) -> Move:
        """Return the move that discards the card in a slot."""
        return cls(MoveKind.DISCARD, slot=slot)

    @classmethod
    def colour(cls, target: int, index: int) -> Move:
        """Return the clue of a colour (`index` in `Rules.colours`) to the player `target` seats
        later.
        """
        return cls(MoveKind.COLOUR, target=target, value=index)

    @classmethod
    def rank(cls, target: int, rank: int) -> Move:
        """Return the clue of a rank (from 1) to the player `target` seats later."""
        return cls(MoveKind.RANK, target=target, value=rank)

    @classmethod
    def clue(cls, rules: Rules, target: int, value: str) -> Move:
        """Return the clue of a `value` to the player `target` seats later.

        `value` is a colour's letter such as `r`, or a rank's digit. Raises BadMove if these rules
        have no clue of that value.
        """
        letters = [colour.letter for colour in rules.colours]
        if value in letters:
            return cls.colour(target, letters.index(value))
        if value.isdecimal() and 1 <= int(value) <= len(rules.rank_masks):
            return cls.rank(target, int(value))
        raise BadMove(f"Clues here are {', '.join(letters)} and 1 to {len(rules.rank_masks)}.")

    @property
    def is_clue(self) -> bool:
        """Whether the move is a clue."""
        return self.kind >= MoveKind.COLOUR

    def id(self, rules: Rules) -> int:
        """Return the move's number: discards come first, then plays, colour clues and rank clues.

        This is the numbering of the Hanabi Learning Environment. Raises BadMove if these rules have
        no such move.
        """
        hand, colours, ranks = rules.hand_size, len(rules.colours), len(rules.rank_masks)
        if not self.is_clue:
            if self.slot is None or not 0 <= self.slot < hand:
                raise BadMove(f"Slots go from 0 to {hand - 1}, not {self.slot}.")
            return self.slot + hand * self.kind
        values, first = (colours, 0) if self.kind is MoveKind.COLOUR else (ranks, 1)
        if self.target is None or not 1 <= self.target < rules.players:
            raise BadMove(f"A clue goes 1 to {rules.players - 1} seats on, not {self.target}.")
        if self.value is None or not first <= self.value < first + values:
            raise BadMove(
                f"The values of this clue go from {first} to {first + values - 1}, "
                f"not {self.value}."
            )
        before = 0 if self.kind is MoveKind.COLOUR else (rules.players - 1) * colours
        return 2 * hand + before + (self.target - 1) * values + self.value - first

    @classmethod
    def from_id(cls, rules: Rules, move_id: int) -> Move:
        """Return the move with this number (see `Move.id`). Raises BadMove if it is out of
        range.
        """
        if not 0 <= move_id < len(rules.moves):
            raise BadMove(f"Move ids go from 0 to {rules.move_count - 1}, not {move_id}.")
        return rules.moves[move_id]

    @classmethod
    def of_act(cls, rules: Rules, act: Any) -> Move:
        """Return the move that `act` describes: an entry of `hl_rules.acts`, the C array of all
        moves that the rules have.
        """
        kind = MoveKind(act.kind)
        if kind <= MoveKind.PLAY:
            return cls(kind, slot=act.slot)
        value = act.clue if kind is MoveKind.COLOUR else act.clue - len(rules.colours) + 1
        return cls(kind, target=act.target, value=value)

    def touches(self, rules: Rules) -> int:
        """Return the identities (bit set) that this move, which must be a clue, touches."""
        assert self.value is not None
        if self.kind is MoveKind.COLOUR:
            return rules.colours[self.value].touches
        return rules.rank_masks[self.value - 1]

    def text(self, rules: Rules) -> str:
        """Return the move as text, such as `p0` (play slot 0) or `c1r` (clue red to the next
        player).
        """
        if not self.is_clue:
            return f"{'dp'[self.kind]}{self.slot}"
        return f"c{self.target}{self.clue_value(rules)}"

    def clue_value(self, rules: Rules) -> str:
        """Return what this clue names: a colour's letter such as `r`, or a rank's digit."""
        assert self.value is not None
        if self.kind is MoveKind.COLOUR:
            return rules.colours[self.value].letter
        return str(self.value)

    @classmethod
    def parse(cls, text: str, rules: Rules) -> Move:
        """Return the move that a text such as `p0` or `c1r` names.

        Raises BadMove if the text is not a move of these rules.
        """
        move = cls._read(text, rules)
        if move is None:
            letters = "".join(colour.letter for colour in rules.colours)
            raise BadMove(
                f"{text!r} is no move: write p or d and a slot, or c, how many seats on, and a "
                f"colour ({letters}) or rank (1-{len(rules.rank_masks)})."
            )
        move.id(rules)
        return move

    @classmethod
    def _read(cls, text: str, rules: Rules) -> Move | None:
        if not text.isascii() or len(text) != (3 if text[:1] == "c" else 2):
            return None
        if text[0] in "pd" and text[1].isdigit():
            return (cls.play if text[0] == "p" else cls.discard)(int(text[1]))
        if text[0] != "c" or not text[1].isdigit():
            return None
        if text[2].isdigit():
            return cls.rank(int(text[1]), int(text[2]))
        letters = [colour.letter for colour in rules.colours]
        if text[2] in letters:
            return cls.colour(int(text[1]), letters.index(text[2]))
        return None


class Colour(NamedTuple):
    """A colour that can be clued: its letter, its name, and in `touches` the identities (bit set)
    that a clue of this colour touches.
    """

    letter: str
    name: str
    touches: int


@dataclass(frozen=True)
class Start:
    """A position in the middle of a game from which a game can begin, with no card clued yet.

    The `deck` of such a game lists the cards of the hands, then those already played or lost, then
    those to draw. `clue_tokens` and `strikes` are the numbers at the start of the game.
    """

    stacks: tuple[int, ...]
    """The height of each stack, by suit."""
    lost: tuple[int, ...]
    """The number of copies already discarded or misplayed, by identity."""
    clue_tokens: int
    strikes: int
    first: int
    """The seat that makes the first move."""


@dataclass(frozen=True)
class Rules:
    """The rules of one game; omitted fields are as in the rule book.

    `suits` has one letter per suit. `copies` may be given by rank (the same in all suits) or by
    identity (suit by suit). `clue_tokens` is the most that can be available, `strikes` the number
    that ends the game. `rank_clues` has, for each rank from 1, the identities (bit set) that a
    clue of the rank touches, 0 if it cannot be clued. `empty_clues` allows clues that touch no
    card, `discard_at_max` discards while all clue tokens are available; with
    `stop_when_nothing_left` the game ends once no card can still score. `variant` is hanab.live's
    name of a variant, if these are its rules, else empty; `start` is a position to begin with
    instead of an empty table. Raises BadRules if the parameters do not make a playable game.
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
    start: Start | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields alone, to copy and pickle: the cached C struct can be neither."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

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
        if self.start:
            self._check_start(self.start)

    @classmethod
    def standard(cls, players: int, variant: str = "No Variant", **options: Any) -> Rules:
        """Return the rules of the hanab.live variant with the name `variant`.

        `options` are values of other fields of Rules, such as `strikes=1`, to use instead. Raises
        BadRules if the variant is not supported or the rules are impossible.
        """
        if options:
            return cls(players, **(_fields(variant) | options))
        return _usual(players, variant)

    @property
    def max_score(self) -> int:
        """The score of a perfect game."""
        return len(self.suits) * self.ranks

    @property
    def deck_size(self) -> int:
        """The number of cards in the deck."""
        return sum(self.copies)

    @cached_property
    def move_count(self) -> int:
        """The number of moves that can occur in a game by these rules, legal now or not."""
        clues = len(self.colours) + len(self.rank_masks)
        return 2 * self.hand_size + (self.players - 1) * clues

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours that can be clued; the `value` of a colour clue is an index of this tuple."""
        assert self.colour_clues is not None
        return self.colour_clues

    @property
    def rank_masks(self) -> tuple[int, ...]:
        """For each rank clue, rank 1 first, the identities that it touches (bit set)."""
        assert self.rank_clues is not None
        return self.rank_clues

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """One card of each identity, in the order of the bits of an identity set."""
        return tuple(
            Card(suit, rank + 1) for suit in range(len(self.suits)) for rank in range(self.ranks)
        )

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every move that can occur in a game by these rules, in the order of the move ids."""
        return tuple(Move.of_act(self, self.struct.acts[i]) for i in range(self.move_count))

    def identity(self, card: Card) -> int:
        """Return the number of a card's identity, which is its bit in an identity set.

        Raises ValueError if the card is not in the deck.
        """
        if not (0 <= card.suit < len(self.suits) and 1 <= card.rank <= self.ranks):
            raise ValueError(f"{card} is no card of these rules.")
        return card.suit * self.ranks + card.rank - 1

    def cards_in(self, identities: int) -> list[Card]:
        """Return the cards whose bits are set in the identity set `identities`, suit by suit."""
        return [card for bit, card in enumerate(self.cards) if identities >> bit & 1]

    @cached_property
    def struct(self) -> Any:
        """The rules as a C struct, `hl_rules`; read-only."""
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
        if self.start:
            rules.built[0 : len(self.start.stacks)] = self.start.stacks
            rules.lost[0 : len(self.start.lost)] = self.start.lost
            rules.spent = self.clue_tokens - self.start.clue_tokens
            rules.struck, rules.first = self.start.strikes, self.start.first
        if lib.hl_rules_prepare(rules) != lib.HL_OK:
            raise BadRules("The core refuses these rules.")
        return rules

    def _fill_in(self) -> None:
        """Set omitted fields to the rule book's values, and expand `copies` to one number per
        identity.
        """
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

    def _check_start(self, start: Start) -> None:
        if len(start.stacks) != len(self.suits) or len(start.lost) != self.max_score:
            raise BadRules("A start has a height for each suit and a number for each identity.")
        for height in start.stacks:
            self._check("the heights of stacks", height, 0, self.ranks)
        self._check("clue tokens at the start", start.clue_tokens, 0, self.clue_tokens)
        self._check("strikes at the start", start.strikes, 0, self.strikes - 1)
        self._check("the first seat", start.first, 0, self.players - 1)
        for card, copies, lost in zip(self.cards, self.copies, start.lost, strict=True):
            left = copies - (card.rank <= start.stacks[card.suit])
            self._check(f"the lost copies of {card.text(self.suits)}", lost, 0, left)
        gone = sum(start.stacks) + sum(start.lost)
        if self.players * self.hand_size + gone > self.deck_size:
            raise BadRules("More cards are held or gone than the deck has.")

    def _check_clues(self) -> None:
        masks = [colour.touches for colour in self.colours] + list(self.rank_masks)
        if len(masks) > lib.HL_MAX_CLUES:
            raise BadRules(f"At most {lib.HL_MAX_CLUES} clues are possible, not {len(masks)}.")
        if any(not 0 <= mask < 1 << self.max_score for mask in masks):
            raise BadRules("A clue touches identities that these rules do not have.")
        if self.empty_clues and not all(masks):
            raise BadRules("With empty clues allowed, every clue must touch at least one identity.")


@lru_cache(maxsize=1024)
def _fields(variant: str) -> dict[str, Any]:
    """Return the fields of `Rules` that a variant determines, cached because computing its clues
    takes time.
    """
    table = variants.variant_of(variant)
    return {
        "suits": table.letters,
        "copies": table.copies,
        "colour_clues": tuple(
            Colour(letter, name, table.colour_touches(name))
            for letter, name in zip(table.colour_letters, table.colours, strict=True)
        ),
        "rank_clues": tuple(table.rank_touches(rank) for rank in variants.RANKS),
        "variant": variant,
    }


@lru_cache(maxsize=1024, typed=True)
def _usual(players: int, variant: str) -> Rules:
    """Return the standard rules of a variant, cached: every table and trace asks for them.

    `typed=True` keeps 2 and 2.0 apart: otherwise a call with 2.0 would cache rules with a float for
    all callers.
    """
    return Rules(players, **_fields(variant))
