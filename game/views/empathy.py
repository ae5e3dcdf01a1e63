"""Pages about the possible identities of cards: examples, and any turn of a replay."""

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from game.board.perspective import frame_at
from game.board.viewpoint import Viewpoint
from game.replays.elimination_steps import (
    EXAMPLE_PLAYERS,
    EXAMPLES,
    STEPS,
    hands_in_steps,
    observers,
    worked_out,
)
from game.views.finding import found_unless
from game.views.replays import get_open_state, get_position
from game.views.summaries import title_of


@require_GET
def empathy(request: HttpRequest) -> HttpResponse:
    """Show, for small example positions, how card identities are deduced step by step.

    `?seats=` chooses the observers, who pool what they see: all, or seat 0 or 1.
    """
    seats = request.GET.get("seats", "all")
    if seats not in ("all", "0", "1"):
        raise Http404(f"The observers are all, 0 or 1, not {seats[:20]}.")
    group = observers(len(EXAMPLE_PLAYERS), seats)
    examples = [
        {
            "title": example.title,
            "lesson": example.lesson,
            "hands": list(zip(EXAMPLE_PLAYERS, worked_out(example, group), strict=True)),
        }
        for example in EXAMPLES
    ]
    choices = [("all", "everybody"), ("0", EXAMPLE_PLAYERS[0]), ("1", EXAMPLE_PLAYERS[1])]
    return render(
        request,
        "game/empathy.html",
        {"examples": examples, "seats": seats, "choices": choices, "steps": STEPS},
    )


@require_GET
def how_known(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how each card's identity is deduced, step by step, in a finished game after `?turn=`
    moves.

    `?seats=` chooses the observers, who pool what they see: "all", or seat numbers such as "0,2".
    """
    state = get_open_state(request, slug)
    turn, position = get_position(request, state)
    seats = request.GET.get("seats", "all")
    with found_unless(ValueError):
        hands = hands_in_steps(position, observers(position.rules.players, seats))
    names = [seat.name for seat in state.seats]
    board = frame_at(state, Viewpoint(None, open=True, watching=False), turn)
    moves = [entry.text for entry in board.log if entry.kind != "note"]
    return render(
        request,
        "game/how_known.html",
        {
            "table_id": slug,
            "title": title_of(state),
            "turn": turn,
            "turns": len(state.moves),
            "last": moves[-1] if moves else "",
            "snapshot": msgspec.to_builtins(board),
            "seats": seats,
            "choices": [("all", "everybody"), *((str(i), name) for i, name in enumerate(names))],
            "hands": list(zip(names, hands, strict=True)),
            "steps": STEPS,
        },
    )
