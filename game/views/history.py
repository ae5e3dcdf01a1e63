"""Finished games: those of the person asking, and the latest that agents played alone."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from game.models import Table
from game.tables.people import current_player
from game.views.summaries import by_agents, summaries

PAGE = 25
BY_AGENTS = 6


@require_GET
def history(request: HttpRequest) -> HttpResponse:
    player = current_player(request)
    finished = Table.objects.filter(status=Table.Status.FINISHED).order_by("-finished")
    games = Table.objects.none()
    if player is not None:
        games = finished.filter(seatings__player=player).distinct()
    page = Paginator(games, PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "game/history.html",
        {
            "games": summaries(page.object_list, player),
            "page": page,
            "by_agents": summaries(by_agents(finished)[:BY_AGENTS], player),
        },
    )
