"""The same deal again: one's games on it side by side, and another one with another partner."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from agents import registry
from game.tables import same_deal
from game.tables.people import current_player
from game.views.replays import get_open_state
from game.views.summaries import title_of


@require_GET
def same_deal_page(request: HttpRequest, slug: str) -> HttpResponse:
    state = get_open_state(request, slug)
    player = current_player(request)
    assert state.playback is not None
    rules = state.playback.last.rules
    results = same_deal.results(state, player)
    return render(
        request,
        "game/same_deal.html",
        {
            "table_id": slug,
            "title": title_of(state),
            "results": results,
            "best": max((one.score for one in results if one.over), default=None),
            "most": rules.max_score,
            "seat": state.seat_of(player.pk if player else None) or 0,
            "over": state.over,
            "partners": [entry for entry in registry.seatable() if entry.plays_at(rules)],
            "usual": registry.default_for(rules).address,
        },
    )
