"""Moves, as people say them and as numbers.

Text: `p0` and `d3` play and discard slot 0 and 3; `c1r` clues red to the next player, `c25` rank 5
to the player after that.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from native._core import lib
from native.engine.errors import BadMove

if TYPE_CHECKING:
    from native.engine.rules import Rules


class MoveKind(IntEnum):
    """What a turn can be spent on, in the order of the move ids."""

    DISCARD = lib.HL_DISCARD
    PLAY = lib.HL_PLAY
    COLOUR = lib.HL_COLOUR
    RANK = lib.HL_RANK


class Move(NamedTuple):
    """A move, relative to whoever makes it.

    `slot` is set for plays and discards. `target` (1 is the next player) and `value` (the index of
    a colour clue from 0, or a rank from 1) are set for clues.
    """

    kind: MoveKind
    slot: int | None = None
    target: int | None = None
    value: int | None = None

    @classmethod
    def play(cls, slot: int) -> Move:
        return cls(MoveKind.PLAY, slot=slot)

    @classmethod
    def discard(cls, slot: int) -> Move:
        return cls(MoveKind.DISCARD, slot=slot)

    @classmethod
    def colour(cls, target: int, index: int) -> Move:
        return cls(MoveKind.COLOUR, target=target, value=index)

    @classmethod
    def rank(cls, target: int, rank: int) -> Move:
        return cls(MoveKind.RANK, target=target, value=rank)

    @property
    def is_clue(self) -> bool:
        return self.kind >= MoveKind.COLOUR

    def id(self, rules: Rules) -> int:
        """The dense id: discards, plays, colour clues, rank clues, in the order of the Hanabi
        Learning Environment. Raises BadMove for a move these rules do not have."""
        hand, colours, ranks = rules.hand_size, len(rules.colours), len(rules.rank_masks)
        if not self.is_clue:
            if self.slot is None or not 0 <= self.slot < hand:
                raise BadMove(f"Slots go from 0 to {hand - 1}, so {self.slot} is none.")
            return self.slot + hand * self.kind
        values, first = (colours, 0) if self.kind is MoveKind.COLOUR else (ranks, 1)
        if self.target is None or not 1 <= self.target < rules.players:
            raise BadMove(f"A clue goes 1 to {rules.players - 1} seats on, not {self.target}.")
        if self.value is None or not first <= self.value < first + values:
            raise BadMove(
                f"The values of this clue go from {first} to {first + values - 1}, "
                f"so {self.value} is none."
            )
        before = 0 if self.kind is MoveKind.COLOUR else (rules.players - 1) * colours
        return 2 * hand + before + (self.target - 1) * values + self.value - first

    @classmethod
    def from_id(cls, rules: Rules, move_id: int) -> Move:
        """The move of a dense id. Raises BadMove for an id out of range."""
        if not 0 <= move_id < len(rules.moves):
            raise BadMove(f"Move ids go from 0 to {rules.move_count - 1}, so {move_id} is none.")
        return rules.moves[move_id]

    @classmethod
    def of_act(cls, rules: Rules, act: Any) -> Move:
        """The move that an entry of the core's `acts` stands for."""
        kind = MoveKind(act.kind)
        if kind <= MoveKind.PLAY:
            return cls(kind, slot=act.slot)
        value = act.clue if kind is MoveKind.COLOUR else act.clue - len(rules.colours) + 1
        return cls(kind, target=act.target, value=value)

    def text(self, rules: Rules) -> str:
        """The move in its text form."""
        if not self.is_clue:
            return f"{'dp'[self.kind]}{self.slot}"
        if self.kind is MoveKind.COLOUR:
            assert self.value is not None
            return f"c{self.target}{rules.colours[self.value].letter}"
        return f"c{self.target}{self.value}"

    @classmethod
    def parse(cls, text: str, rules: Rules) -> Move:
        """Read the text form. Raises BadMove, in words, for anything else."""
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
