"""Watching agents: choose who plays, and the next game of a table."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from game.forms import WatchForm
from game.limits import refuse_one_more_table
from game.live import announcements
from game.models import Table
from game.tables import changes, series
from game.tables.awake import awake
from game.tables.people import BLOCKED, become_player, current_player
from game.tables.refusals import Refused
from game.tables.state import version_of
from game.views.summaries import by_agents, summaries

LISTED = 20


@require_http_methods(["GET", "POST"])
def watch(request: HttpRequest) -> HttpResponse:
    """Seat agents at every place of a table and look on. ``?seats=a&seats=b`` fills the form."""
    form = WatchForm(request.POST or None, seats=request.GET.getlist("seats"))
    if request.method == "POST" and form.is_valid():
        player = become_player(request, request.POST.get("name", ""))
        refuse_one_more_table(request, player, alone=True)
        return redirect(changes.create(form.plans(), player, **form.settings()))
    running = awake(by_agents(Table.objects.filter(status=Table.Status.RUNNING)))
    return render(
        request,
        "game/watch.html",
        {
            "form": form,
            "running_tables": summaries(
                running.order_by("-created")[:LISTED], current_player(request)
            ),
        },
        status=400 if form.errors else 200,
    )


@require_POST
def again(request: HttpRequest, slug: str) -> HttpResponse:
    """The same seats once more."""
    player = current_player(request)
    if player is not None and player.blocked:
        raise PermissionDenied(BLOCKED)
    refuse_one_more_table(request, player, alone=False)
    try:
        follower = series.play_again(slug, player)
        for changed in (slug, follower.slug):
            announcements.announce_sync(changed, version_of(changed))
    except Refused as refused:
        raise Http404(refused.text) from refused
    return redirect(follower)
