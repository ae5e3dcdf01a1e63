"""Summaries of tables, for lists with one line per table."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Prefetch, QuerySet, prefetch_related_objects

from agents.reasons.names import listed
from game.board.variants import differences
from game.board.words import IN_LISTS
from game.models import Note, Player, Seating, Table
from game.tables.playback import standing
from game.tables.state import TableState, playback_of
from game.variant_menu import CLASSIC


class TableSummary(NamedTuple):
    """The facts about a table that a list of tables shows in one line. `free` is its number of
    open seats; `when` is the time of its end, else of its start, else of its creation.
    """

    table: Table
    title: str
    free: int
    variant: str
    """The variant's name; empty for the standard game."""
    your_turn: bool
    score: int
    """Cards played so far."""
    ended: str
    """How the game ended, such as “three strikes”; empty if it is not over or was played to its
    last turn."""
    blind: bool
    """Whether players are hidden."""
    when: datetime


def title_of(state: TableState) -> str:
    """Return a table's title, such as “Ana, Piers and an open seat”."""
    names = [seat.name for seat in state.seats if seat.name]
    free = state.table.players - len(names)
    if free:
        names.append("an open seat" if free == 1 else f"{free} open seats")
    return listed(names)


def variant_of(table: Table) -> str:
    """Return the name of a table's variant; empty for the standard game."""
    return "" if table.variant == CLASSIC else table.variant


def heading(state: TableState, slug: str) -> dict[str, str]:
    """Return the template context shared by pages about the game called `slug`: its id, its title,
    the name of its variant (empty for the standard game), and sentences that say how the variant
    differs from a game of plain suits.
    """
    return {
        "table_id": slug,
        "title": title_of(state),
        "variant": variant_of(state.table),
        "differences": differences(state.table.variant),
    }


def by_agents(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Return only the listed (public) tables at which agents, and no person ever, had seats."""
    seated = Seating.objects.filter(table=OuterRef("pk"))
    people = Seating.objects.exclude(kind=Seating.Kind.AGENT, sits_for="")
    return tables.filter(Exists(seated), listed=True).exclude(pk__in=people.values("table"))


def summaries(tables: Iterable[Table], player: Player | None) -> list[TableSummary]:
    """Return summaries of the tables; `your_turn` says whether this player is to move there."""
    rows = list(tables)
    taken_back = Note.objects.filter(kind=Note.Kind.TAKEN_BACK)
    prefetch_related_objects(rows, "seatings", "moves", Prefetch("notes", taken_back))
    return [_summary(table, player) for table in rows]


def _summary(table: Table, player: Player | None) -> TableSummary:
    moves, _ = standing(table.moves.all(), table.notes.all())
    running = table.status == Table.Status.RUNNING
    playback = playback_of(table, moves) if running else None
    state = TableState(table, list(table.seatings.all()), moves, [], playback)
    score, your_turn = table.stacks, False
    if state.game is not None:
        score = state.game.score
        your_turn = player is not None and state.seat_of(player.pk) == state.game.to_move
    return TableSummary(
        table=table,
        title=title_of(state),
        free=sum(seat.kind == Seating.Kind.EMPTY for seat in state.seats),
        variant=variant_of(table),
        your_turn=your_turn,
        score=score,
        ended=IN_LISTS.get(table.ending, ""),
        blind=state.blind,
        when=table.finished or table.started or table.created,
    )
