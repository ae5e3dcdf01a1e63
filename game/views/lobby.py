"""The lobby: play now, make a table, join or watch one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from agents import registry
from game.forms import NewTableForm
from game.models import Table
from game.tables import changes
from game.tables.people import become_player, current_player
from game.tables.refusals import Refused
from game.views.summaries import summaries
from native import Rules

LISTED = 20


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    player = current_player(request)
    listed = Table.objects.filter(listed=True).order_by("-created")
    mine = Table.objects.none()
    if player is not None:
        mine = Table.objects.filter(seatings__player=player).exclude(status=Table.Status.FINISHED)
    return render(
        request,
        "game/lobby.html",
        {
            "play_now_url": reverse("play_now"),
            "new_table_url": reverse("new_table"),
            "my_tables": summaries(mine.distinct().order_by("-created")[:LISTED], player),
            "open_tables": summaries(listed.filter(status=Table.Status.OPEN)[:LISTED], player),
            "running_tables": summaries(
                listed.filter(status=Table.Status.RUNNING)[:LISTED], player
            ),
            "default_agent": registry.find(registry.DEFAULT),
        },
    )


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """A table at once, with the default agent or with copies of ``agent`` (``players`` in all)."""
    players = request.POST.get("players", "2")
    if players not in ("2", "3", "4", "5"):
        return HttpResponseBadRequest("A table has 2 to 5 players.")
    usual = registry.default_for(Rules.standard(int(players)))
    address = request.POST.get("agent", usual.address)
    player = become_player(request, request.POST.get("name", ""))
    partners = [changes.SeatPlan(address=address)] * (int(players) - 1)
    try:
        return redirect(changes.create([changes.SeatPlan(player=player), *partners], player))
    except Refused as refused:
        return HttpResponseBadRequest(refused.text)


@require_http_methods(["GET", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    form = NewTableForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        player = become_player(request, request.POST.get("name", ""))
        return redirect(changes.create(form.plans(player), player, **form.settings()))
    return render(
        request,
        "game/new_table.html",
        {"form": form, "agents": registry.seatable()},
        status=400 if form.errors else 200,
    )
