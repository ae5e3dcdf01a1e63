"""The list of games that a visitor may see, and its download."""

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_GET

from analysis.collections import credits_of
from analysis.models import Trace, TraceSeat
from analysis.traces.exporting import lines, tables
from analysis.traces.filters import Filters, visible_to
from analysis.views.pages import as_file, jsonl, show
from game.models import Player
from game.tables.people import current_player

PAGE = 50
MOST = 5000
"""The largest number of games in one download; `manage.py export_traces` exports more."""


@require_GET
def traces(request: HttpRequest) -> HttpResponseBase:
    """Show the list of games that the visitor may see; ``?format=jsonl``, ``csv`` or ``parquet``
    downloads the latest of them instead.
    """
    filters = Filters(request.GET)
    if not filters.is_valid():
        return show(request, "analysis/traces.html", filters=filters, status=400)
    player = current_player(request)
    games = filters.traces().filter(visible_to(player))
    if request.GET.get("format") == "jsonl":
        return jsonl(lines(_latest(games)), "traces.jsonl")
    if request.GET.get("format") in ("parquet", "csv"):
        return as_file(tables(_latest(games)), f"traces.{request.GET['format']}")
    listed = games.order_by("-played", "-pk").prefetch_related("table", "seats__person")
    page = Paginator(listed, PAGE).get_page(request.GET.get("page"))
    return show(
        request,
        "analysis/traces.html",
        filters=filters,
        page=page,
        rows=[(trace, _replay(trace, player)) for trace in page],
        me=player,
        credits=credits_of(trace.collection for trace in page),
        most=MOST,
    )


def _latest(games: QuerySet[Trace]) -> QuerySet[Trace]:
    return games.filter(pk__in=games.order_by("-pk").values("pk")[:MOST])


def _replay(trace: Trace, player: Player | None) -> str:
    """Return the address of the game's replay, or "" if the visitor may not open it.

    Replays are open for the visitor's own games, public games between agents, and imported games.
    """
    seats, table = trace.seats.all(), trace.table
    if table is None:
        return reverse("replay", args=[trace.digest])
    mine = player and any(seat.person and seat.person.player_id == player.pk for seat in seats)
    agents = all(seat.kind == TraceSeat.Kind.AGENT for seat in seats)
    shown = mine or (agents and table.listed)
    return reverse("replay", args=[table.slug]) if shown else ""
