"""Replay a table's game from the moves that count, with all its positions and events.

Rows are only ever added: a note may take back the moves from its turn on, and later rows then have
those turn numbers again. Whatever the site shows of a game is read from its playback.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from game.models import Move as MoveRow
from game.models import Note
from native import Event, Game, Move


def standing(
    moves: Iterable[MoveRow], notes: Iterable[Note]
) -> tuple[list[MoveRow], list[MoveRow]]:
    """Return two lists of moves, each in the order of versions: those that count, and those that
    `notes` took back.
    """
    kept: list[MoveRow] = []
    gone: list[MoveRow] = []
    rows: list[MoveRow | Note] = [*moves, *(n for n in notes if n.kind == Note.Kind.TAKEN_BACK)]
    for row in sorted(rows, key=lambda one: one.version):
        if isinstance(row, MoveRow):
            kept.append(row)
            continue
        gone += [move for move in kept if move.turn >= row.turn]
        kept = [move for move in kept if move.turn < row.turn]
    return kept, gone


@dataclass(frozen=True)
class Playback:
    """A game's positions after 0, 1, 2, … moves, and the event (the move and its outcome) of each
    move.

    The positions are shared: make moves on copies.
    """

    positions: tuple[Game, ...]
    events: tuple[Event, ...] = ()

    @classmethod
    def of(cls, dealt: Game, moves: Iterable[str]) -> Playback:
        """Return the playback of `moves`, in the engine's notation, from the deal `dealt`. Raise
        IllegalMove if one is illegal.
        """
        playback = cls((dealt,))
        return playback.extended(*(Move.parse(text, dealt.rules) for text in moves))

    def extended(self, *moves: Move) -> Playback:
        """Return a longer playback, with `moves` made after the last position. Raise IllegalMove
        if one is illegal.
        """
        positions, events = list(self.positions), list(self.events)
        for move in moves:
            positions.append(positions[-1].copy())
            events.append(positions[-1].play(move))
        return Playback(tuple(positions), tuple(events))

    def until(self, turn: int) -> Playback:
        """Return the playback of the first `turn` moves."""
        return Playback(self.positions[: turn + 1], self.events[:turn])

    @property
    def last(self) -> Game:
        """The position after all moves."""
        return self.positions[-1]
