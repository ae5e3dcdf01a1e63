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


def before(table: Table, most: int) -> list[str]:
    """The finished games of a table's series before this one, the last `most` of them, in order:
    their slugs."""
    if table.series_id is None:
        return []
    games = Table.objects.filter(
        Q(pk=table.series_id) | Q(series_id=table.series_id),
        status=Table.Status.FINISHED,
        number__lt=table.number,
    )
    return list(games.order_by("-number").values_list("slug", flat=True)[:most])[::-1]
