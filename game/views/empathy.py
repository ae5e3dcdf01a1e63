"""What cards can be, and how one knows: the page that teaches it, and any turn of a replay."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from game.replays.elimination_steps import STAGES, hands_in_stages, observers
from game.replays.empathy_examples import EXAMPLES, NAMES, worked_out
from game.tables.state import rebuild
from game.tables.summaries import title_of
from game.views.replays import get_open_state


@require_GET
def empathy(request: HttpRequest) -> HttpResponse:
    """The three examples, for the observers of ``?seats=`` (all, 0 or 1)."""
    seats = request.GET.get("seats", "all")
    if seats not in ("all", "0", "1"):
        raise Http404("Choose all, 0 or 1.")
    group = observers(len(NAMES), seats)
    examples = [
        {
            "title": example.title,
            "lesson": example.lesson,
            "hands": list(zip(NAMES, worked_out(example, group), strict=True)),
        }
        for example in EXAMPLES
    ]
    choices = [("all", "everybody"), ("0", NAMES[0]), ("1", NAMES[1])]
    return render(
        request,
        "game/empathy.html",
        {"examples": examples, "seats": seats, "choices": choices, "stages": STAGES},
    )


@require_GET
def how_known(request: HttpRequest, slug: str) -> HttpResponse:
    """Every card after ``turn`` moves of a replay, stage by stage, for the observers ``seats``."""
    state = get_open_state(request, slug)
    turn, seats = request.GET.get("turn", "0"), request.GET.get("seats", "all")
    if not turn.isdecimal() or int(turn) > len(state.moves):
        raise Http404("There is no such turn.")
    game = rebuild(state.table, [move.text for move in state.moves[: int(turn)]], ended=False)
    try:
        hands = hands_in_stages(game, observers(game.rules.players, seats))
    except ValueError as error:
        raise Http404(str(error)) from error
    names = [seat.name for seat in state.seats]
    return render(
        request,
        "game/how_known.html",
        {
            "table_id": slug,
            "title": title_of(state),
            "turn": int(turn),
            "turns": len(state.moves),
            "seats": seats,
            "choices": [("all", "everybody"), *((str(i), name) for i, name in enumerate(names))],
            "hands": list(zip(names, hands, strict=True)),
            "stages": STAGES,
        },
    )
