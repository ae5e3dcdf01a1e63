"""Replays of finished games: the page, its frames, the analysis, the trace, and playing on from a
position.
"""

import msgspec
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from agents import registry
from game.board.perspective import at_turn, frames
from game.board.viewpoint import Viewpoint, asked_viewpoint, read_viewpoint
from game.board.why_not import has_agents
from game.board.why_not import why_not as answer
from game.forms import partner_choices, partner_menu, read_number
from game.limits import refuse_one_more_table
from game.models import Table
from game.replays import recorded
from game.replays.coaching import report_on
from game.replays.hindsight import best_line, hindsight_of
from game.replays.traces import trace_of
from game.tables import changes, same_deal, talk
from game.tables.people import become_player, current_player
from game.tables.refusals import ForOthers, Refused
from game.tables.state import TableState, load, rules_of
from game.views.finding import found_unless
from game.views.learn import finished_lessons, kind_for
from game.views.summaries import heading
from native import Game


@require_GET
def replay(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the replay page of a finished game."""
    state = get_open_state(request, slug)
    return render(
        request,
        "game/replay.html",
        {
            **heading(state, slug),
            "points": state.table.points,
            "most": rules_of(state.table).max_score,
            "seats": [{"index": s.index, "name": s.name} for s in state.seats],
            "blind": state.blind,
            "branch_of": state.table.branch_of,
            "branch_turn": state.table.branch_turn,
            "branches": _branches(request, slug),
            "played_again": _times_played(request, state),
        },
    )


def _branches(request: HttpRequest, slug: str) -> list[Table]:
    """Return the visitor's branches of this game."""
    player = current_player(request)
    if player is None:
        return []
    branches = Table.objects.filter(branch_of=slug, branch_turn__gt=0, creator=player)
    return list(branches.order_by("-created")[:10])


def _times_played(request: HttpRequest, state: TableState) -> int:
    """Return how often the visitor played this deal; 0 if only once."""
    times = same_deal.games(state.table, current_player(request)).count()
    return times if times > 1 else 0


@require_GET
def replay_frames(request: HttpRequest, slug: str) -> HttpResponse:
    """Return as JSON a game's frames (the board's state at each turn), with all hands open or as
    seen from `?seat=`, and the notes that the visitor may read.
    """
    state = get_open_state(request, slug)
    return _frames(request, state, may_ask_why=has_agents(state))


@require_GET
def why_not(request: HttpRequest, slug: str) -> JsonResponse:
    """Return as JSON `{"text": …}` why an agent had not played one of its clued cards: the card
    with draw number `?order=`, in the position after `?turn=` moves of a finished game. If it is
    not an agent's clued card, return `{"refused": …}` with status 409.
    """
    state = get_open_state(request, slug)
    turn, _ = get_position(request, state)
    return explain_why_not(request, at_turn(state, turn))


def explain_why_not(request: HttpRequest, state: TableState) -> JsonResponse:
    """Return as JSON `{"text": …}` why an agent did not play the card with draw number `?order=`
    at its last turn before the position of `state`; `{"refused": …}` with status 409 if it is not
    an agent's clued card.
    """
    try:
        text = answer(state, read_number(request.GET.get("order", "")))
    except ValueError as error:
        return JsonResponse({"refused": str(error)}, status=409)
    return JsonResponse({"text": text})


@require_GET
def hindsight(request: HttpRequest, slug: str) -> HttpResponse:
    """Return as JSON (`hindsight.Hindsight`) bounds on the best score still possible at each turn,
    with all cards open, and the moves that lowered it. Raise Http404 for variants that cannot be
    searched.
    """
    with found_unless(ValueError):
        told = hindsight_of(get_open_state(request, slug))
    return HttpResponse(msgspec.json.encode(told), content_type="application/json")


@require_GET
def coach(request: HttpRequest, slug: str) -> HttpResponse:
    """Return as JSON (`coaching.Report`) the coach's report on a game: avoidable mistakes, lost
    points and what to practise, as far as they are computed.

    The first request queues the computation for the background worker.
    """
    state = get_open_state(request, slug)
    told = report_on(state, current_player(request))
    for advice in told.practise.values():
        advice.finished = advice.lesson in finished_lessons(request)
    return HttpResponse(msgspec.json.encode(told), content_type="application/json")


@require_GET
def line(request: HttpRequest, slug: str, turn: int) -> HttpResponse:
    """Show the first `turn` moves of a game, continued by the best moves that the solver finds
    with all cards open.
    """
    state = get_open_state(request, slug)
    with found_unless(ValueError):
        best = best_line(state, turn)
    return render(
        request,
        "game/replay.html",
        {
            **heading(state, slug),
            "points": best.position.score,
            "most": best.position.rules.max_score,
            "line": {"turn": turn},
            "seats": [{"index": s.index, "name": s.name} for s in state.seats],
        },
    )


@require_GET
def line_frames(request: HttpRequest, slug: str, turn: int) -> HttpResponse:
    """Return as JSON the frames (board states) of the first `turn` moves of a game, continued by
    the best moves that the solver finds with all cards open.
    """
    with found_unless(ValueError):
        best = best_line(get_open_state(request, slug), turn)
    return _frames(request, best)


@require_GET
def trace(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the game's record (trace) as a JSON file: a hanab.live export with more facts. Raise
    PermissionDenied while a player is hidden: the times of their moves would identify an agent.
    """
    state = get_open_state(request, slug)
    if state.blind:
        raise PermissionDenied("This file opens once your partner has been named.")
    body = msgspec.json.format(msgspec.json.encode(trace_of(state)), indent=1)
    response = HttpResponse(body, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="hanabi-{slug}.json"'
    return response


def _frames(request: HttpRequest, state: TableState, *, may_ask_why: bool = False) -> HttpResponse:
    asked = asked_viewpoint(request.GET)
    with found_unless(ValueError):
        seat = read_viewpoint(asked, state.table.players)
    viewpoint = Viewpoint(seat, open=seat is None, watching=seat is not None)
    noted = talk.noted(state, current_player(request)) if state.table.pk else None
    notes = noted.notes if noted else state.card_notes
    shown = frames(state, viewpoint)
    for one in shown:
        one.may_ask_why = may_ask_why
    told = {"seat": asked, "frames": shown, "notes": notes}
    body = msgspec.json.encode(told)
    return HttpResponse(body, content_type="application/json")


def get_open_state(request: HttpRequest, slug: str) -> TableState:
    """Return a finished game, of this site or imported, whose cards are no longer secret.

    Raise Http404 if there is none. Raise PermissionDenied while the game is running or on a daily
    deal that others can still play, and for games of an experiment that the visitor did not play.
    """
    try:
        state = load(slug)
    except Refused as refused:
        played_elsewhere = recorded.find(slug, current_player(request))
        if played_elsewhere is None:
            raise Http404(refused.text) from refused
        return played_elsewhere
    if not state.over:
        # Even if only agents play: a person may still take a seat.
        raise PermissionDenied("The game is still running; its replay opens at the end.")
    if state.table.kept_secret:
        raise PermissionDenied("The replay of a daily deal opens when its day is over (UTC).")
    if state.table.drawn and not state.was_here(current_player(request)):
        raise ForOthers("Games of an experiment are for those who played them.")
    return state.as_seen_by(current_player(request))


def get_position(request: HttpRequest, state: TableState) -> tuple[int, Game]:
    """Return the number in `?turn=` (0 if absent) and the position after that many moves. Raise
    Http404 if there is no such turn.
    """
    turn = read_number(request.GET.get("turn", "0"))
    if not 0 <= turn <= len(state.moves):
        raise Http404(f"The game has turns 0 to {len(state.moves)}.")
    return turn, state.played.positions[turn]


@require_http_methods(["GET", "POST"])
def play_on(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the choice of seat and partners for playing on after `?turn=` moves of a game; on POST,
    create a private table that continues the game.

    If no `seat` is posted, visitors who played the game take their own seat, others the seat to
    move. Copies of the posted `agent` take the other seats; without one, where possible, the
    agents that held them.
    """
    state = get_open_state(request, slug)
    turn, position = get_position(request, state)
    if position.to_move is None:
        raise Http404("The game is over there. Go back a few turns.")
    if request.method == "POST":
        visitor = current_player(request)
        own = state.seat_of(visitor.pk) if visitor else None
        usual = position.to_move if own is None else own
        seat = read_number(request.POST.get("seat", str(usual)))
        if not 0 <= seat < state.table.players:
            raise BadRequest("There is no such seat at this table.")
        player = become_player(request, request.POST.get("name", ""))
        refuse_one_more_table(request, player, alone=False)
        try:
            partner = request.POST.get("agent", "")
            return redirect(changes.branch(state, slug, turn, seat, player, partner))
        except Refused as refused:
            raise BadRequest(refused.text) from refused
    groups = partner_choices(position.rules)
    return render(
        request,
        "game/play_on.html",
        {
            **heading(state, slug),
            "turn": turn,
            "seats": [{"index": seat.index, "name": seat.name} for seat in state.seats],
            "to_move": position.to_move,
            "partners": [partner for _, group in groups for partner in group],
        },
    )


@require_GET
def same_deal_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the visitor's games on this game's deal, and a form to play it with another agent."""
    state = get_open_state(request, slug)
    player = current_player(request)
    rules = state.played.last.rules
    results = same_deal.results(state, player)
    points = [one.table.points for one in results if one.table.status == Table.Status.FINISHED]
    usual = registry.partner_for(rules, kind_for(request, player)).address
    others = (address for _, group in partner_choices(rules) for address, _ in group)
    known = {seat.address for one in results for seat in one.partners if not seat.blind}
    return render(
        request,
        "game/same_deal.html",
        {
            **heading(state, slug),
            "results": results,
            "best": max(points, default=None),
            "seat": state.seat_of(player.pk if player else None) or 0,
            "over": state.over,
            "partner_menu": partner_menu(
                next((one for one in (usual, *others) if one not in known), usual), rules
            ),
        },
    )
