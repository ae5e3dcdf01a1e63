"""Pages of drills: questions about positions, grouped by technique and repeated at growing
intervals.
"""

from typing import Any
from urllib.parse import urlencode

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_http_methods

from game.forms import read_number
from game.learn.exercises import results, store
from game.puzzles import boxes
from game.puzzles.drill import TECHNIQUES, Drill
from game.puzzles.drill import drills as all_drills
from game.puzzles.position import act, name, read_act, shown, turns
from game.views.finding import numbered
from game.views.learn import finished_lessons
from native import BadMove, Move

EVERY = frozenset(TECHNIQUES)


@require_GET
def drills(request: HttpRequest) -> HttpResponse:
    """Show the techniques, with the visitor's progress in each."""
    mine = results(request, "drills")
    rows = boxes.progress(mine, timezone.localdate())
    context = {
        "rows": rows,
        "total": len(all_drills()),
        "known": sum(row.known for row in rows),
        "due": sum(row.due for row in rows),
        "begun": bool(mine),
    }
    return render(request, "game/drills.html", context)


@require_GET
def next_drill(request: HttpRequest) -> HttpResponse:
    """Redirect to the next drill, one due for repetition or else the easiest new one; to the list
    of drills if there is neither.

    `?technique=` restricts the choice to drills of one technique, `?lesson=` to those of the
    techniques that a lesson teaches; `?after=` is the number of the drill just answered, which is
    asked again only if no other is left.
    """
    chosen = _chosen(request)
    but = read_number(request.GET.get("after", ""))
    today, lessons = timezone.localdate(), finished_lessons(request)
    number = boxes.following(results(request, "drills"), today, chosen, but, lessons)
    if number is None:
        return redirect("drills")
    address = reverse("drill", args=[number])
    kept = {key: request.GET[key] for key in ("technique", "lesson") if request.GET.get(key)}
    return redirect(f"{address}?{urlencode(kept)}" if kept else address)


@require_http_methods(["GET", "POST"])
def drill(request: HttpRequest, number: int) -> HttpResponse:
    """Show a drill; on POST, record the answer (the field `answer`, or `move` from the board) and
    redirect to this page with `?answer=`.

    With a valid `?answer=` the page shows the right answer, its reason and all hands.
    """
    asked = numbered(all_drills(), number, "Drills")
    only = {key: request.GET[key] for key in ("technique", "lesson") if request.GET.get(key)}
    if request.method == "POST":
        try:
            answer = _answer(asked, request)
        except BadMove as error:
            return HttpResponseBadRequest(str(error))
        mine, today = results(request, "drills"), timezone.localdate()
        store(request, "drills", boxes.answered(mine, asked, answer in asked.right, today))
        query = urlencode({"answer": answer, **only})
        return redirect(f"{reverse('drill', args=[number])}?{query}")
    given = request.GET.get("answer", "")
    answered = given if given in _answers(asked) else ""
    frame = shown(asked, answered=bool(answered))
    if asked.kind != "move":
        frame.legal = None
    title, lesson = TECHNIQUES[asked.technique]
    context: dict[str, Any] = {
        "number": number,
        "drill": asked,
        "title": title,
        "lesson": lesson,
        "snapshot": msgspec.to_builtins(frame),
        "moves": [(act(asked, move), name(asked, move)) for move in asked.view.legal_moves()]
        if asked.kind == "move" and not answered
        else [],
        "options": [(option, asked.text(option)) for option in asked.options],
        "mine": asked.text(answered) if answered else "",
        "good": answered in asked.right,
        "right": asked.text(asked.right[0]),
        "next": f"{reverse('next_drill')}?{urlencode({**only, 'after': number})}",
    }
    return render(request, "game/drill.html", context)


@require_GET
@cache_control(public=True, max_age=3600)
def drill_turns(request: HttpRequest, number: int) -> HttpResponse:
    """Return as JSON the board after 0, 1, 2, … moves up to a drill's position, as the answering
    seat saw it.
    """
    asked = numbered(all_drills(), number, "Drills")
    return HttpResponse(turns(asked), content_type="application/json")


def _chosen(request: HttpRequest) -> frozenset[str]:
    """Return the techniques that the query names; all if it names none. Raise Http404 if the
    technique does not exist.
    """
    technique, lesson = request.GET.get("technique", ""), request.GET.get("lesson", "")
    if technique and technique not in EVERY:
        raise Http404("There are no drills of that technique.")
    if technique:
        return frozenset({technique})
    taught = {one for one, (_, by) in TECHNIQUES.items() if str(by) == lesson}
    return frozenset(taught) or EVERY


def _answers(drill: Drill) -> frozenset[str]:
    """Return all possible answers: the options, or the legal moves in the engine's notation."""
    if drill.kind != "move":
        return frozenset(drill.options)
    return frozenset(move.text(drill.position.rules) for move in drill.view.legal_moves())


def _answer(drill: Drill, request: HttpRequest) -> str:
    """Return the posted answer. Raise BadMove if it is not among the possible ones."""
    if drill.kind == "move":
        move: Move = read_act(drill, request.POST.get("move", ""))
        return move.text(drill.position.rules)
    answer = request.POST.get("answer", "")
    if answer not in drill.options:
        raise BadMove("That is not one of the answers. Choose one of those on the page.")
    return answer
