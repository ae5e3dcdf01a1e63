"""A person's games that started from the same deal."""

from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from game.models import Note, Player, Seating, Table
from game.tables.playback import standing
from game.tables.state import TableState


@dataclass(frozen=True)
class GameOnDeal:
    """A person's game on a deal that they may have played at several tables. `partners` are the
    last occupants of the other seats, `turns` the number of moves.
    """

    table: Table
    partners: tuple[Seating, ...]
    turns: int
    irregular: bool
    """Whether statistics leave the game out, for example because the player could know the
    cards."""


def results(state: TableState, player: Player | None) -> list[GameOnDeal]:
    """Return this person's games on the deal of a table, running ones included, earliest first.

    Tables that began from a later position of a finished game are left out.
    """
    if player is None:
        return []
    marking = Note.objects.exclude(kind=Note.Kind.TOLD)
    rows = games(state.table, player).prefetch_related(
        "seatings", "moves", Prefetch("notes", marking)
    )
    return [_result(table, player) for table in rows.order_by("started")]


def games(like: Table, player: Player | None) -> QuerySet[Table]:
    """Return the tables with the same deal as the table `like` at which this person has sat.
    Tables that began from a later position of a finished game are left out.
    """
    if player is None:
        return Table.objects.none()
    mine = Table.objects.filter(seatings__player=player, branch_turn=0)
    same = mine.filter(deck=like.deck, players=like.players, variant=like.variant)
    return same.distinct()


def _result(table: Table, player: Player) -> GameOnDeal:
    notes = list(table.notes.all())
    moves, gone = standing(table.moves.all(), notes)
    state = TableState(table, list(table.seatings.all()), moves, notes, None, gone)
    # The final seating without the person asking, whose seat a bot may hold by then.
    mine = {seat.index for seat in state.seatings if seat.player_id == player.pk}
    return GameOnDeal(
        table=table,
        partners=tuple(seat for seat in state.seats if seat.index not in mine),
        turns=len(moves),
        irregular=state.irregular,
    )
