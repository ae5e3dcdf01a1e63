"""Pages of puzzles: a position, the visitor's move, and the cost of every move."""

from typing import Any, NamedTuple

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from game.board.explanation import about, situation
from game.learn.exercises import Kind, forget, results, store
from game.puzzles import answers
from game.puzzles.position import act, name, read_act, shown, turns
from game.puzzles.puzzle import LEVELS, Puzzle
from game.puzzles.puzzle import puzzles as all_puzzles
from game.tables import daily
from game.views.finding import numbered
from native import BadMove, Move

DOING = {"Play": "Playing", "Discard": "Discarding", "Clue": "Cluing"}


class Priced(NamedTuple):
    """A legal move of a puzzle, with the points that it costs against the best move, whether it
    counts as correct (`right`) and is the visitor's answer (`mine`), and a comment (`why`).
    """

    text: str
    cost: float
    right: bool
    mine: bool
    why: str


@require_GET
def puzzles(request: HttpRequest) -> HttpResponse:
    """Show all puzzles and the visitor's results."""
    mine = results(request, "puzzles")
    lines = answers.lines(mine)
    done = [line for line in lines if line.answered]
    return render(
        request,
        "game/puzzles.html",
        {
            "levels": [
                (level, means, [one for one in lines if one.level == level])
                for level, means in LEVELS.items()
            ],
            "total": len(lines),
            "done": len(done),
            "right": sum(line.right for line in done),
            "lost": answers.lost(mine),
            "next": answers.following(mine),
        },
    )


@require_http_methods(["GET", "POST"])
def puzzle(request: HttpRequest, number: int) -> HttpResponse:
    """Show a puzzle's position as the answering seat saw it; on POST, store the posted `move` as
    the visitor's answer.

    After an answer the page shows all hands and the cost of every move.
    """
    asked = numbered(all_puzzles(), number, "Puzzles")
    mine = results(request, "puzzles")
    answer = answers.answered(mine, asked)
    if request.method == "POST":
        try:
            move = read_act(asked, request.POST.get("move", ""))
        except BadMove as error:
            return HttpResponseBadRequest(str(error))
        if answer is None:
            store(request, "puzzles", answers.answer(asked, move))
        return redirect("puzzle", number)
    return render(
        request,
        "game/puzzle.html",
        {
            "number": number,
            "total": len(all_puzzles()),
            "level": asked.level,
            "next": answers.following(mine, number, answers.of_the_day(daily.today())),
            "snapshot": msgspec.to_builtins(shown(asked, answered=answer is not None)),
            "situation": situation(asked.scene),
            "moves": []
            if answer
            else [(act(asked, one), name(asked, one)) for one in asked.view.legal_moves()],
            "told": _told(asked, answer) if answer else None,
        },
    )


@require_GET
@cache_control(public=True, max_age=3600)
def puzzle_turns(request: HttpRequest, number: int) -> HttpResponse:
    """Return as JSON the board after 0, 1, 2, … moves up to a puzzle's position, as the answering
    seat saw it.
    """
    asked = numbered(all_puzzles(), number, "Puzzles")
    return HttpResponse(turns(asked), content_type="application/json")


@require_POST
def forget_answers(request: HttpRequest, kind: Kind) -> HttpResponse:
    """Delete the visitor's answers to puzzles or drills (`kind`)."""
    forget(request, kind)
    return redirect(kind)


def _told(puzzle: Puzzle, mine: str) -> dict[str, Any]:
    """Return the template context about the visitor's answer `mine`, a move in the engine's
    notation.
    """
    rows = [_priced(puzzle, text, mine) for text in puzzle.costs]
    answer = next(row for row in rows if row.mine)
    verb, what = answer.text.split(" ", 1)
    other = next(row for row in rows if not row.right)
    return {
        "rows": rows,
        "best": rows[0],
        "mine": answer,
        "doing": f"{DOING[verb]} {what}",
        "other": other,
        "score": puzzle.best,
        "made": _made(puzzle),
        "found": round(100 * puzzle.found),
    }


def _priced(puzzle: Puzzle, text: str, mine: str) -> Priced:
    move = Move.parse(text, puzzle.position.rules)
    return Priced(
        text=name(puzzle, move),
        cost=puzzle.costs[text],
        right=text in puzzle.right,
        mine=text == mine,
        why=about(puzzle.scene, move),
    )


def _made(puzzle: Puzzle) -> str:
    """Return the name of the move played in the source game; empty if it is illegal here."""
    if puzzle.made not in puzzle.costs:
        return ""
    return name(puzzle, Move.parse(puzzle.made, puzzle.position.rules))
