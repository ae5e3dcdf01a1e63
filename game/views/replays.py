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
from game.board.viewpoint import Viewpoint, asked_viewpoint, read_viewpoint
from game.models import Table
from game.replays import elsewhere
from game.replays.best_line import best_line
from game.replays.elimination_steps import STEPS, steps_by_card
from game.replays.hindsight import hindsight_of
from game.replays.traces import trace_of
from game.tables import same_deal, talk
from game.tables.people import current_player
from game.tables.refusals import Refused
from game.tables.state import TableState, load
from game.views.numbers import read_number
from game.views.summaries import title_of
from native import BadRules, Game


@require_GET
def replay(request: HttpRequest, slug: str) -> HttpResponse:
    state = get_open_state(request, slug)
    return render(
        request,
        "game/replay.html",
        {
            "table_id": slug,
            "title": title_of(state),
            "seats": [{"index": s.index, "name": s.name} for s in state.seats],
            "frames_url": reverse("frames", args=[slug]),
            "trace_url": reverse("trace", args=[slug]),
            "hindsight_url": reverse("hindsight", args=[slug]),
            "branch_of": state.table.branch_of,
            "branch_turn": state.table.branch_turn,
            "branches": _branches(request, slug),
            "played_again": _times_played(request, state),
        },
    )


def _branches(request: HttpRequest, slug: str) -> list[Table]:
    """Games of the person asking that go on from a turn of this one."""
    player = current_player(request)
    if player is None:
        return []
    branches = Table.objects.filter(branch_of=slug, branch_turn__gt=0, creator=player)
    return list(branches.order_by("-created")[:10])


def _times_played(request: HttpRequest, state: TableState) -> int:
    """How often the person asking played this deal; 0 if only once."""
    times = same_deal.games(state.table, current_player(request)).count()
    return times if times > 1 else 0


@require_GET
def replay_frames(request: HttpRequest, slug: str) -> HttpResponse:
    """The game as frames, one a turn, with all hands open or as seen from one seat."""
    return _frames(request, get_open_state(request, slug))


@require_GET
def hindsight(request: HttpRequest, slug: str) -> HttpResponse:
    """The best score still possible at every turn, and the moves that lost points."""
    with _in_words():
        told = hindsight_of(get_open_state(request, slug))
    return HttpResponse(msgspec.json.encode(told), content_type="application/json")


@require_GET
def line(request: HttpRequest, slug: str, turn: int) -> HttpResponse:
    """The game up to a turn, and on from there by the best line that was found."""
    state = get_open_state(request, slug)
    with _in_words():
        best = best_line(state, turn)
    assert best.game is not None
    return render(
        request,
        "game/replay.html",
        {
            "table_id": slug,
            "title": title_of(state),
            "line": {"turn": turn, "score": best.game.score, "most": best.game.rules.max_score},
            "seats": [{"index": s.index, "name": s.name} for s in state.seats],
            "frames_url": reverse("line_frames", args=[slug, turn]),
            "game_url": f"{reverse('replay', args=[slug])}#{turn}",
        },
    )


@require_GET
def line_frames(request: HttpRequest, slug: str, turn: int) -> HttpResponse:
    """The same as frames."""
    with _in_words():
        best = best_line(get_open_state(request, slug), turn)
    return _frames(request, best)


@require_GET
def elimination_steps(request: HttpRequest, slug: str) -> HttpResponse:
    """What each step of elimination leaves of every card after ``turn`` moves, for the ``seats``
    that share what they know: "all", or numbers such as "0" or "0,2"."""
    turn, position = get_position(request, get_open_state(request, slug))
    try:
        cards = steps_by_card(position, request.GET.get("seats", "all"))
    except ValueError as error:
        raise Http404(str(error)) from error
    return JsonResponse({"turn": turn, "stages": STEPS, "cards": cards})


@require_GET
def trace(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole game as JSON: a superset of the hanab.live export."""
    state = get_open_state(request, slug)
    body = msgspec.json.format(msgspec.json.encode(trace_of(state)), indent=1)
    response = HttpResponse(body, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="hanabi-{slug}.json"'
    return response


def _frames(request: HttpRequest, state: TableState) -> HttpResponse:
    asked = asked_viewpoint(request.GET)
    try:
        seat = read_viewpoint(asked, state.table.players)
    except ValueError as error:
        raise Http404(str(error)) from error
    viewpoint = Viewpoint(seat, open=seat is None, watching=seat is not None)
    noted = talk.noted(state, current_player(request)) if state.table.pk else None
    notes = noted.notes if noted else []
    told = {"seat": asked, "frames": frames(state, viewpoint), "notes": notes}
    body = msgspec.json.encode(told)
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
        played_elsewhere = elsewhere.find(slug, current_player(request))
        if played_elsewhere is None:
            raise Http404(refused.text) from refused
        return played_elsewhere
    if not state.over:
        # Also of agents alone: somebody may still sit down there.
        raise PermissionDenied("The game is still running; its replay opens at the end.")
    if state.table.kept_secret:
        raise PermissionDenied("The replay of a daily deal opens when its day is over (UTC).")
    if state.table.drawn and not state.was_here(current_player(request)):
        raise PermissionDenied("Games of an experiment are for those who played them.")
    return state.as_seen_by(current_player(request))


def get_position(request: HttpRequest, state: TableState) -> tuple[int, Game]:
    """The turn that ``?turn=`` asks for, and the game as it was then."""
    assert state.playback is not None
    turn = read_number(request.GET.get("turn", "0"))
    if not 0 <= turn <= len(state.moves):
        raise Http404("There is no such turn.")
    return turn, state.playback.positions[turn]
