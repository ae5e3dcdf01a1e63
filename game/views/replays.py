"""Finished games: the replay page, its frames, the trace."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from game.board.perspective import frames
from game.board.viewpoint import ALL, Eyes, read_eyes
from game.replays import elsewhere
from game.replays.best_line import best_line
from game.replays.elimination_steps import STAGES, stages_by_card
from game.replays.hindsight import outlook_of
from game.replays.traces import trace_of
from game.tables.people import current_player
from game.tables.refusals import Refused
from game.tables.state import TableState, load, rebuild
from game.tables.summaries import title_of
from native import BadRules


@require_GET
def replay(request: HttpRequest, slug: str) -> HttpResponse:
    state = get_open_state(request, slug)
    return render(
        request,
        "game/replay.html",
        {
            "table_id": slug,
            "title": title_of(state),
            "table_url": "" if state.over else state.table.get_absolute_url(),
            "seats": [{"index": s.index, "name": s.name} for s in state.seats],
            "frames_url": reverse("frames", args=[slug]),
            "trace_url": reverse("trace", args=[slug]),
            "outlook_url": reverse("outlook", args=[slug]),
        },
    )


@require_GET
def replay_frames(request: HttpRequest, slug: str) -> HttpResponse:
    """The game as frames, one a turn, with all hands open or through one seat's eyes."""
    return _frames(request, get_open_state(request, slug))


@require_GET
def outlook(request: HttpRequest, slug: str) -> HttpResponse:
    """The best score still possible at every turn, and the moves that lost points."""
    with _in_words():
        found = outlook_of(get_open_state(request, slug))
    return HttpResponse(msgspec.json.encode(found), content_type="application/json")


@require_GET
def line(request: HttpRequest, slug: str, turn: int) -> HttpResponse:
    """The game up to a turn, and on from there by the best line that was found."""
    state = get_open_state(request, slug)
    with _in_words():
        found = best_line(state, turn)
    assert found.game is not None
    return render(
        request,
        "game/replay.html",
        {
            "table_id": slug,
            "title": title_of(state),
            "line": {"turn": turn, "score": found.game.score, "most": found.game.rules.max_score},
            "seats": [{"index": s.index, "name": s.name} for s in state.seats],
            "frames_url": reverse("line_frames", args=[slug, turn]),
            "game_url": f"{reverse('replay', args=[slug])}#{turn}",
        },
    )


@require_GET
def line_frames(request: HttpRequest, slug: str, turn: int) -> HttpResponse:
    """The same as frames."""
    with _in_words():
        found = best_line(get_open_state(request, slug), turn)
    return _frames(request, found)


@require_GET
def stages(request: HttpRequest, slug: str) -> HttpResponse:
    """What each stage of elimination leaves of every card after ``turn`` moves, for the ``seats``
    that share what they know: «all», or numbers such as «0» or «0,2»."""
    state = get_open_state(request, slug)
    turn = request.GET.get("turn", "0")
    if not turn.isdecimal() or int(turn) > len(state.moves):
        raise Http404("There is no such turn.")
    game = rebuild(state.table, [m.text for m in state.moves[: int(turn)]], ended=False)
    try:
        cards = stages_by_card(game, request.GET.get("seats", "all"))
    except ValueError as error:
        raise Http404(str(error)) from error
    return JsonResponse({"turn": int(turn), "stages": STAGES, "cards": cards})


@require_GET
def trace(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole game as JSON: a superset of the hanab.live export."""
    state = get_open_state(request, slug)
    body = msgspec.json.format(msgspec.json.encode(trace_of(state)), indent=1)
    response = HttpResponse(body, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="hanabi-{slug}.json"'
    return response


def _frames(request: HttpRequest, state: TableState) -> HttpResponse:
    eyes = request.GET.get("eyes", ALL)
    try:
        seat = read_eyes(eyes, state.table.players)
    except ValueError as error:
        raise Http404(str(error)) from error
    seen = Eyes(seat, open=seat is None, watching=seat is not None)
    body = msgspec.json.encode({"eyes": eyes, "frames": frames(state, seen)})
    return HttpResponse(body, content_type="application/json")


@contextmanager
def _in_words() -> Iterator[None]:
    """What cannot be searched is not there."""
    try:
        yield
    except (BadRules, ValueError) as error:
        raise Http404(str(error)) from error


def get_open_state(request: HttpRequest, slug: str) -> TableState:
    """A game whose cards are nobody's secret any more, of a table of ours or not."""
    try:
        state = load(slug)
    except Refused as refused:
        found = elsewhere.find(slug, current_player(request))
        if found is None:
            raise Http404(refused.text) from refused
        return found
    if not (state.over or (state.game and state.bots_only)):
        raise PermissionDenied("The game is still running; its replay opens at the end.")
    return state
