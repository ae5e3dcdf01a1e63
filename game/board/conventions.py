"""What the cards have been said to be by convention.

A reading is a function of the public record, so it is the same from every seat and for spectators.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from agents.kinds.conv import levels
from agents.reasons.conventions import foretold
from game.board import words
from game.board.viewpoint import Viewpoint
from game.models import Table
from game.tables.state import TableState
from native import Game, Move, View
from native.strategies.conv import Reading, explain, reading

HELPS = (Table.Help.COMMON, Table.Help.FULL)
"""The help levels that show what clues imply."""


def level_at(state: TableState, viewpoint: Viewpoint) -> str | None:
    """Return the level of the conventions shown to a viewpoint; None where none are shown.

    They need the table's help and its live reasons, or a game that is over. A running game of an
    experiment or of the daily deal never shows them. Finesses are left out beside `conv:beginner`,
    which knows none.
    """
    table = state.table
    if state.game is None or table.help not in HELPS:
        return None
    if not viewpoint.open and (table.fixed or table.reasons != Table.Reasons.LIVE):
        return None
    plain = any(seat.address == "conv:beginner" and not seat.blind for seat in state.seats)
    level = "beginner" if plain else "expert"
    return level if levels.blueprint(level).knows(state.game.rules) else None


def reading_of(state: TableState, viewpoint: Viewpoint) -> Reading | None:
    """Return what everybody takes the cards for; None where conventions are not shown."""
    level = level_at(state, viewpoint)
    return None if level is None or state.game is None else _read(state.game, level)


def preview(view: View, move: Move, level: str, names: Sequence[str]) -> tuple[str, dict[int, int]]:
    """Return what a clue would say by convention, for its giver: sentences, and by draw number what
    each clued card of the hand would then have been said to be (identity set).
    """
    blueprint = levels.blueprint(level)
    told, hand = explain(blueprint, view, move), {}
    assert told.target is not None
    for slot, said in enumerate(told.after[told.target]):
        order = view.order(told.target, slot)
        clued = told.touched >> slot & 1 or view.touched(told.target, slot)
        if order is not None and clued:
            hand[order] = said
    return words.with_names(foretold(view, told), names), hand


@lru_cache(maxsize=512)
def _read(game: Game, level: str) -> Reading:
    """Return the reading of a position, computed once for all viewpoints.

    Every seat's view has the same public record.
    """
    return reading(levels.blueprint(level), game.view(0))
