"""A game that was recorded, as a finished table that is not saved: what a replay is shown from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from django.utils import timezone

from game.board.words import ENDINGS
from game.models import Move as MoveRow
from game.models import Note, Seating, Table
from game.tables.state import TERMINATED, TableState, deck_text, playback_of
from native import Game


class Said(Protocol):
    """What is known of a move besides the move."""

    @property
    def thinking_ms(self) -> int: ...
    @property
    def why(self) -> str | None: ...
    @property
    def detail(self) -> str | None: ...
    @property
    def data(self) -> Mapping[str, Any]: ...


def recorded(
    game: Game,
    slug: str,
    seatings: Sequence[Seating],
    said: Mapping[int, Said],
    notes: Sequence[Note] = (),
    *,
    scoring: str = Table.Scoring.ZERO,
    help_level: str = "",
    played: datetime | None = None,
) -> TableState:
    """The state of a game of a variant; `said` is by turn, from 1 on."""
    end = game.end.name.lower() if game.end else ""
    table = Table(
        slug=slug,
        status=Table.Status.FINISHED,
        version=game.turn,
        players=game.rules.players,
        variant=game.rules.variant,
        scoring=scoring,
        help=help_level or Table.Help.FULL,
        deck=deck_text(game.rules, game.deck),
        finished=played,
        ending=end if end in ENDINGS else TERMINATED,
        stacks=game.score,
        zero=game.score_zero,
        strikes=game.strikes,
    )
    table.own_rules = game.rules
    moves = [
        _move(table, turn, event.seat, event.move.text(game.rules), said.get(turn))
        for turn, event in enumerate(game.history, start=1)
    ]
    return TableState(table, seatings, moves, notes, playback_of(table, moves))


def _move(table: Table, turn: int, seat: int, text: str, said: Said | None) -> MoveRow:
    row = MoveRow(
        turn=turn,
        seat=seat,
        text=text,
        version=turn,
        at=table.finished or timezone.now(),
        thinking_ms=0,
    )
    if said:
        row.thinking_ms, row.why, row.detail = said.thinking_ms, said.why or "", said.detail or ""
        how = said.data.get("how")
        row.data = {"how": how} if isinstance(how, str) else {}
    return row
