"""The other games of a table's series."""

from __future__ import annotations

from django.db.models import Q

from game.models import Table


def next_of(table: Table) -> Table | None:
    """The game of the series after this one."""
    first = table.series_id or table.pk
    return Table.objects.filter(series_id=first, number=table.number + 1).first()


def scores_of_series(table: Table) -> list[tuple[int, int]]:
    """Stacks and zero scores of the finished games of a table's series, in order."""
    first = table.series_id or table.pk
    games = Table.objects.filter(Q(pk=first) | Q(series_id=first), status=Table.Status.FINISHED)
    return list(games.order_by("number").values_list("stacks", "zero"))
