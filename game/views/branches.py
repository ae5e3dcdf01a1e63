"""Play on from a turn of a replay, differently."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from agents import registry
from game.limits import refuse_one_more_table
from game.tables import changes
from game.tables.people import become_player
from game.tables.refusals import Refused
from game.views.numbers import read_number
from game.views.replays import get_open_state, get_position
from game.views.summaries import title_of


@require_http_methods(["GET", "POST"])
def play_on(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose a seat and who plays the others, after ``?turn=`` moves; then sit down."""
    state = get_open_state(request, slug)
    turn, position = get_position(request, state)
    if position.to_move is None:
        raise Http404("The game is over there. Go back a few turns.")
    if request.method == "POST":
        seat = read_number(request.POST.get("seat", ""))
        if not 0 <= seat < state.table.players:
            return HttpResponseBadRequest("There is no such seat at this table.")
        player = become_player(request, request.POST.get("name", ""))
        refuse_one_more_table(request, player, alone=False)
        try:
            partner = request.POST.get("agent", "")
            return redirect(changes.branch(state, slug, turn, seat, player, partner))
        except Refused as refused:
            return HttpResponseBadRequest(refused.text)
    entries = registry.seatable()
    return render(
        request,
        "game/play_on.html",
        {
            "table_id": slug,
            "title": title_of(state),
            "turn": turn,
            "seats": [{"index": seat.index, "name": seat.name} for seat in state.seats],
            "to_move": position.to_move,
            "partners": [entry for entry in entries if entry.plays_at(position.rules)],
        },
    )
