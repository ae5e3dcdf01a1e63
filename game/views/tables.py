"""The page of a table, with the waiting room or the board, and the requests sent from it."""

from collections.abc import Callable
from math import ceil

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from agents import registry
from agents.kinds.conv.profiles import title
from game.board import hints
from game.board.perspective import seen
from game.board.viewpoint import Viewpoint, asked_viewpoint, is_closed, read_viewpoint, viewpoint_of
from game.board.why_not import may_ask_why
from game.forms import CLOCKS, partner_groups, partner_menu, read_number
from game.limits import refuse_one_more_table
from game.live import broadcast
from game.models import Player, Seating, Table
from game.tables import changes, series
from game.tables.cards import card_of
from game.tables.people import BLOCKED, become_player, current_player
from game.tables.refusals import ForOthers, Refused
from game.tables.state import TableState, rules_of, version_of
from game.views.finding import found_unless, get_state, way_on
from game.views.learn import kind_for
from game.views.replays import explain_why_not
from game.views.summaries import heading, title_of, variant_of


@require_GET
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the waiting room or the board of a table; `?seat=1` lets a spectator watch from that
    seat. Redirect a person whose table was deleted to where they continue.
    """
    player = current_player(request)
    try:
        state = get_state(slug).as_seen_by(player)
    except Http404:
        if address := way_on(player):
            return redirect(address)
        raise
    if state.table.status == Table.Status.OPEN:
        return _waiting(request, state, player)
    if is_closed(state, player):
        raise ForOthers("This table is closed to spectators until its game is over.")
    asked = asked_viewpoint(request.GET)
    with found_unless(ValueError):
        viewpoint = viewpoint_of(state, player, read_viewpoint(asked, state.table.players))
    return render(
        request,
        "game/table.html",
        {
            **heading(state, slug),
            "section": "watch" if state.bots_only else "play",
            "socket_path": f"/ws/tables/{slug}/?seat={asked}",
            "snapshot": msgspec.to_builtins(seen(state, viewpoint)),
            "version": state.table.version,
            "replacements": partner_groups(rules_of(state.table)) if viewpoint.steers else [],
            "drawn": state.table.drawn,
            "secret_deal": state.table.daily if state.table.kept_secret else None,
        },
    )


@require_POST
def sit(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the visitor take the posted `seat`, if needed as a new guest with the posted `name`."""
    player = become_player(request, request.POST.get("name", ""))
    return _change(request, slug, changes.sit, player, read_number(request.POST.get("seat", "")))


@require_POST
def stand_up(request: HttpRequest, slug: str) -> HttpResponse:
    """Give up the visitor's seat at a table that has not started."""
    return _change(request, slug, changes.stand_up, become_player(request))


@require_POST
def fill(request: HttpRequest, slug: str) -> HttpResponse:
    """Seat copies of the posted `agent` at all open seats and start the game."""
    player = become_player(request)
    usual = registry.partner_for(rules_of(get_state(slug).table), kind_for(request, player))
    address = request.POST.get("agent", usual.address)
    return _change(request, slug, changes.fill, player, address)


@require_POST
def set_listed(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the visitor's waiting table in the lobby if `listed` is posted; otherwise only to people
    with its link.
    """
    player = become_player(request)
    return _change(request, slug, changes.set_listed, player, bool(request.POST.get("listed")))


def _change(
    request: HttpRequest, slug: str, change: Callable[..., int], *args: object
) -> HttpResponse:
    try:
        version = change(slug, *args)
    except Refused as refused:
        state = get_state(slug)
        if state.table.status != Table.Status.OPEN:
            return redirect(state.table)
        return _waiting(request, state, current_player(request), refused.text)
    broadcast.announce_sync(slug, version)
    return redirect("table", slug)


def _waiting(
    request: HttpRequest, state: TableState, player: Player | None, refusal: str = ""
) -> HttpResponse:
    mine = state.seat_of(player.pk if player else None)
    slug = state.table.slug
    asked = changes.asked(state)
    kept = {index for index, before in asked.items() if before.player != player}
    here = mine is not None or len(kept) < len(asked)
    empty = {s.index for s in state.seats if s.kind == Seating.Kind.EMPTY}
    return render(
        request,
        "game/waiting.html",
        {
            "title": title_of(state),
            "facts": _facts(state.table),
            "table_id": slug,
            "socket_path": f"/ws/tables/{slug}/",
            "version": state.table.version,
            "seats": [
                {
                    "index": s.index,
                    "name": s.name,
                    "kind": s.kind,
                    "address": "" if s.blind else s.address,
                    "card": card_of(s),
                    "card_title": title(card_of(s)) if card_of(s) else "",
                    "mine": s.index == mine,
                    "asked": _asked(asked[s.index], player, here) if s.index in asked else "",
                    "kept": s.index in kept,
                }
                for s in state.seats
            ],
            "can_sit": mine is None and bool(empty - kept),
            "kept_for": ceil(changes.seconds_kept(state.table)) if asked else 0,
            "listed": state.table.listed,
            "may_list": player is not None and state.table.creator_id == player.pk,
            "can_start": mine is not None,
            "partner_menu": partner_menu(
                registry.partner_for(rules_of(state.table), kind_for(request, player)).address
            ),
            "invite_url": request.build_absolute_uri(state.table.get_absolute_url()),
            "refusal": refusal,
        },
        status=409 if refusal else 200,
    )


def _asked(before: Seating, player: Player | None, here: bool) -> str:
    """Return who is asked to take an empty seat of a rematch. `here` says whether the reader sits
    at the table or is asked too: other people read no name.
    """
    if before.player == player:
        return "You are asked"
    return f"{before.name} is asked" if here else "Kept for a player of the last game"


def _facts(table: Table) -> list[str]:
    """Return the table's settings as short texts; what happens at zero and who may watch only if it
    is not the usual.
    """
    asked = {"clock_base", "clock_increment", "clock_move"}
    times = {name: value for name in asked if (value := getattr(table, name))}
    facts = [
        f"{table.players} players",
        *filter(None, [variant_of(table)]),
        table.get_scoring_display(),
        *(name for name, clock in CLOCKS.items() if clock and clock == times),
    ]
    if times and table.at_zero != Table.AtZero.NOTHING:
        facts.append(f"When time is up: {table.get_at_zero_display().lower()}")
    if table.watching != Table.Watching.HIDDEN:
        facts.append(f"Who may watch: {table.get_watching_display().lower()}")
    return facts


@require_POST
def hint(request: HttpRequest, slug: str) -> HttpResponse:
    """Return as JSON (`hints.Hint`) the best moves for the visitor, whose turn it is, and log that
    they took a hint.

    Return `{"refused": …}` with status 409 if hints are not allowed there, it is not their turn,
    or the table's version is no longer the posted `v`.
    """
    player = current_player(request)
    if player is not None and player.blocked:
        raise PermissionDenied(BLOCKED)
    try:
        state = changes.take_hint(slug, player, read_number(request.POST.get("v", "")))
        broadcast.announce_sync(slug, state.table.version)
        told = hints.hint(state)
    except (Refused, ValueError) as error:
        return JsonResponse({"refused": str(error)}, status=409)
    return JsonResponse(msgspec.to_builtins(told))


@require_GET
def why_not(request: HttpRequest, slug: str) -> JsonResponse:
    """Return as JSON `{"text": …}` why an agent did not play its clued card with draw number
    `?order=` at its last turn. Return `{"refused": …}` with status 409 if the visitor does not
    play in this running game or may not ask there, or if it is not an agent's clued card.
    """
    player, state = current_player(request), get_state(slug)
    seat = state.seat_of(player.pk if player else None)
    if seat is None or not may_ask_why(state, Viewpoint(seat, open=False)):
        return JsonResponse({"refused": "Bots don't explain themselves here."}, status=409)
    return explain_why_not(request, state)


@require_POST
def again(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect to the next game of the series, which the first request creates with the same
    agents in the same seats; other people's seats are kept for them for two minutes.
    """
    player = current_player(request)
    if player is not None and player.blocked:
        raise PermissionDenied(BLOCKED)
    refuse_one_more_table(request, player, alone=False)
    with found_unless(Refused):
        follower = series.play_again(slug, player)
        for changed in (slug, follower.slug):
            broadcast.announce_sync(changed, version_of(changed))
    return redirect(follower)
