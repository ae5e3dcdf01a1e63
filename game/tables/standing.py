"""Which moves count. A table's rows are only ever added: a note may say that the moves from its
turn on were taken back, and later rows have those turns again."""

from __future__ import annotations

from collections.abc import Iterable

from game.models import Move, Note


def standing(moves: Iterable[Move], notes: Iterable[Note]) -> tuple[list[Move], list[Move]]:
    """The moves that count and those that were taken back, each in the order they were made."""
    kept: list[Move] = []
    gone: list[Move] = []
    rows: list[Move | Note] = [*moves, *(n for n in notes if n.kind == Note.Kind.TAKEN_BACK)]
    for row in sorted(rows, key=lambda one: one.version):
        if isinstance(row, Move):
            kept.append(row)
            continue
        gone += [move for move in kept if move.turn >= row.turn]
        kept = [move for move in kept if move.turn < row.turn]
    return kept, gone
