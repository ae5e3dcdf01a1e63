"""Pages that analyse a player: which policies they play like, and the worth of every move."""

from dataclasses import asdict
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from game.forms import read_number
from game.replays.plays_like import DEFAULT, PlaysLike, plays_like, pools
from game.replays.worth import Worths, worths
from game.tables.people import current_player
from game.tables.refusals import ForOthers
from game.tables.state import TableState
from game.views.finding import found_unless, get_state
from game.views.replays import get_open_state, get_position
from game.views.summaries import title_of
from native import View


@require_GET
def likeness(request: HttpRequest, slug: str) -> HttpResponse:
    """Show which policies of a pool best explain the moves of the player at `?seat=` in the first
    `?turn=` moves of a finished game.

    `?pool=` names an archive of evolved agents or another set of agents (`plays_like.pools`).
    """
    state, turn, seat, told = _played_like(request, slug)
    turns = len(state.moves)
    links = {
        "mine": False,
        "turns_url": reverse("likeness", args=[slug]),
        "json_url": reverse("likeness_json", args=[slug]),
        "back_url": f"{reverse('replay', args=[slug])}#{turn}",
        "back": "Back to the replay",
    }
    return _page(request, state, told, links | {"turn": turn, "turns": turns, "seat": seat})


@require_GET
def likeness_json(request: HttpRequest, slug: str) -> HttpResponse:
    """Return as JSON which policies of a pool (`?pool=`) best explain the moves of the player at
    `?seat=` in the first `?turn=` moves of a finished game: `turn`, `seat`, `pool` and the fields
    of `PlaysLike` (the policies with their probabilities).
    """
    _, turn, seat, told = _played_like(request, slug)
    return JsonResponse({"turn": turn, "seat": seat, "pool": _pool(request)} | asdict(told))


@require_GET
def my_likeness(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a player of a running game which policies best explain their own moves.

    `?pool=` names an archive of evolved agents or another set of agents (`plays_like.pools`).
    """
    state = get_state(slug)
    player = current_player(request)
    seat = state.seat_of(player.pk if player else None)
    if seat is None or state.game is None:
        raise ForOthers("Only a player of a running game may see this, of their own seat.")
    if state.table.drawn:
        raise PermissionDenied("This game is part of an experiment. The page opens after it.")
    told = _plays_like(request, state.game.view(seat))
    table_url = state.table.get_absolute_url()
    links = {"turns_url": request.path, "back_url": table_url, "back": "Back to the table"}
    return _page(request, state, told, links | {"mine": True, "seat": seat, "json_url": ""})


@require_GET
def worth(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the estimated mean final score after each move that the seat to move can make in the
    position after `?turn=` moves, by an agent's rollouts from that seat's view. Moves that are
    certain to be strikes are left out.
    """
    state, turn, told = _worths(request, slug)
    last = len(state.moves) - 1
    return render(
        request,
        "game/worth.html",
        {
            "table_id": slug,
            "keeps_points": state.table.keeps_points,
            "turn": turn,
            "last": last,
            "told": told,
        },
    )


@require_GET
def worth_json(request: HttpRequest, slug: str) -> HttpResponse:
    """Return as JSON the estimated worth (mean final score) of the possible moves in the position
    after `?turn=` moves: `turn` and the fields of `Worths`.
    """
    _, turn, told = _worths(request, slug)
    return JsonResponse({"turn": turn} | asdict(told))


def _worths(request: HttpRequest, slug: str) -> tuple[TableState, int, Worths]:
    state = get_open_state(request, slug)
    turn, _ = get_position(request, state)
    with found_unless(ValueError):
        return state, turn, worths(state, turn)


def _page(
    request: HttpRequest, state: TableState, told: PlaysLike, more: dict[str, Any]
) -> HttpResponse:
    seats = [{"index": seat.index, "name": seat.name} for seat in state.seats]
    return render(
        request,
        "game/plays_like.html",
        {
            "title": title_of(state),
            "told": told,
            "pools": pools(),
            "pool": _pool(request),
            "seats": seats,
            "player": seats[more["seat"]]["name"],
        }
        | more,
    )


def _played_like(request: HttpRequest, slug: str) -> tuple[TableState, int, int, PlaysLike]:
    """Return a finished game's state, the turn and the seat in the query, and the policies that
    the seat's moves resemble.

    Raise PermissionDenied while an agent's identity is hidden, Http404 if there is no such turn or
    seat.
    """
    state = get_open_state(request, slug)
    if state.blind:
        raise PermissionDenied("This page opens once your partner has been named.")
    turn, position = get_position(request, state)
    seat = read_number(request.GET.get("seat", "0"))
    if not 0 <= seat < state.table.players:
        raise Http404("There is no such seat.")
    return state, turn, seat, _plays_like(request, position.view(seat))


def _plays_like(request: HttpRequest, view: View) -> PlaysLike:
    with found_unless(ValueError):
        return plays_like(_pool(request), view)


def _pool(request: HttpRequest) -> str:
    known = pools()
    chosen = request.GET.get("pool", "").removeprefix("pool:")
    return chosen or (DEFAULT if DEFAULT in known else next(iter(known)))
