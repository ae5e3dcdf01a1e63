"""One deal played several times: the games of a person that began with the same cards."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, QuerySet

from game.models import Note, Player, Seating, Table
from game.tables.standing import standing
from game.tables.state import TERMINATED, TableState


@dataclass(frozen=True)
class Result:
    """One of these games."""

    slug: str
    partners: tuple[Seating, ...]
    over: bool
    score: int
    """As the table counts it."""
    turns: int
    strikes: int
    gave_up: bool
    again: bool
    """The cards could be known."""
    when: datetime | None
    here: bool
    """The game that was asked about."""


def results(state: TableState, player: Player | None) -> list[Result]:
    """This person's games on the deal of this one, the first one first. What goes on from a later
    turn is another matter."""
    if player is None:
        return []
    taken_back = Note.objects.filter(kind=Note.Kind.TAKEN_BACK)
    rows = games(state.table, player).prefetch_related(
        "seatings", "moves", Prefetch("notes", taken_back)
    )
    return [_result(table, player, state.table.slug) for table in rows.order_by("started")]


def games(like: Table, player: Player | None) -> QuerySet[Table]:
    """Those that this person began from the deal of a table."""
    if player is None:
        return Table.objects.none()
    mine = Table.objects.filter(seatings__player=player, branch_turn=0)
    same = mine.filter(deck=like.deck, players=like.players, variant=like.variant)
    return same.distinct()


def _result(table: Table, player: Player, here: str) -> Result:
    moves, gone = standing(table.moves.all(), table.notes.all())
    state = TableState(table, list(table.seatings.all()), moves, [], None, gone)
    # As they sat at the end, but for the person who asks, who may have left a bot in their place.
    mine = {seat.index for seat in state.seatings if seat.player_id == player.pk}
    return Result(
        slug=table.slug,
        partners=tuple(seat for seat in state.seats if seat.index not in mine),
        over=state.over,
        score=table.zero if table.scoring == Table.Scoring.ZERO else table.stacks,
        turns=len(moves),
        strikes=table.strikes,
        gave_up=table.ending == TERMINATED,
        again=state.irregular,
        when=table.started,
        here=table.slug == here,
    )
