"""The finished games of the person asking."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from game.models import Table
from game.people import current_player
from game.summaries import summaries

PAGE = 25


@require_GET
def history(request: HttpRequest) -> HttpResponse:
    player = current_player(request)
    games = Table.objects.none()
    if player is not None:
        finished = Table.objects.filter(status=Table.Status.FINISHED)
        games = finished.filter(seatings__player=player).distinct().order_by("-finished")
    page = Paginator(games, PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "game/history.html",
        {"games": summaries(page.object_list, player), "page": page},
    )
