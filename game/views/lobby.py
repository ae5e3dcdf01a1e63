"""The lobby: play now, make a table, join or watch one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from agents import registry
from agents.partners import recommended
from game.forms import MAX_PLAYERS, NewTableForm, partner_menu
from game.limits import refuse_one_more_table
from game.models import Table
from game.tables import changes
from game.tables.awake import awake
from game.tables.people import become_player, current_player
from game.tables.refusals import Refused
from game.views.summaries import by_agents, summaries
from native import Rules

LISTED = 20
RESULTS = 5


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    player = current_player(request)
    listed = awake(Table.objects.filter(listed=True)).order_by("-created")
    mine = Table.objects.none()
    if player is not None:
        mine = Table.objects.filter(seatings__player=player).exclude(status=Table.Status.FINISHED)
    finished = Table.objects.filter(status=Table.Status.FINISHED).order_by("-finished")
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
            "results": summaries(by_agents(finished)[:RESULTS], player),
            "partner_menu": partner_menu(registry.DEFAULT),
            "recommended": recommended(),
        },
    )


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """A table at once, with the default agent or with copies of ``agent`` (``players`` in all)."""
    players = request.POST.get("players", "2")
    if players not in map(str, range(2, MAX_PLAYERS + 1)):
        return HttpResponseBadRequest(f"A table has 2 to {MAX_PLAYERS} players.")
    usual = registry.default_for(Rules.standard(int(players)))
    address = request.POST.get("agent", usual.address)
    player = become_player(request, request.POST.get("name", ""))
    refuse_one_more_table(request, player, alone=False)
    partners = [changes.SeatPlan(address=address)] * (int(players) - 1)
    try:
        plans = [changes.SeatPlan(player=player), *partners]
        return redirect(changes.create(plans, player, listed=bool(request.POST.get("listed"))))
    except Refused as refused:
        return HttpResponseBadRequest(refused.text)


@require_http_methods(["GET", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    form = NewTableForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        player = become_player(request, request.POST.get("name", ""))
        refuse_one_more_table(request, player, alone=False)
        return redirect(changes.create(form.plans(player), player, **form.settings()))
    return render(
        request,
        "game/new_table.html",
        # Whoever is told of a mistake has not to type their name again.
        {"form": form} | ({"player_name": name} if (name := request.POST.get("name")) else {}),
        status=400 if form.errors else 200,
    )
