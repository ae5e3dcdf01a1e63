"""Pages for newcomers: lessons, rules and the glossary."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from game.board.terms import SECTIONS, figures
from game.board.variants import differences
from game.learn import exercises
from game.learn.lesson import as_json, lessons
from game.learn.pictures import LEARNER, hand
from game.learn.showcase import showcase
from game.models import Player
from game.tables.people import kind_of
from game.variant_menu import CHOICES
from game.views.finding import numbered

MATE = 1 - LEARNER
CHOP = 3
"""The number of the lesson on the chop."""


class ListedLesson(NamedTuple):
    """A lesson in the list, and whether the visitor has finished it."""

    number: int
    title: str
    about: str
    done: bool


def finished_lessons(request: HttpRequest) -> frozenset[int]:
    """Return the numbers of the lessons that the visitor has finished."""
    return frozenset(map(int, exercises.results(request, "lessons")))


def kind_for(request: HttpRequest, player: Player | None) -> str:
    """Return the kind of person (`kind_of`) whose recommended partners suit the visitor.

    Newcomers who have finished the lesson on the chop count as “unknown”. The partner for newcomers
    does not know the chop: it reads every clue as about the newest card touched.
    """
    kind = kind_of(player)
    return "unknown" if kind == "new" and CHOP in finished_lessons(request) else kind


@require_GET
def learn(request: HttpRequest) -> HttpResponse:
    """Show the list of lessons, with those that the visitor has finished."""
    done = finished_lessons(request)
    listed = [
        ListedLesson(number, one.title, one.about, number in done)
        for number, one in enumerate(lessons(), start=1)
    ]
    following = next((one for one in listed if not one.done), None)
    return render(request, "learn/lessons.html", {"lessons": listed, "next": following})


@require_GET
def lesson(request: HttpRequest, number: int) -> HttpResponse:
    """Show a lesson; without JavaScript, the page shows its text."""
    shown = numbered(lessons(), number, "Lessons")
    following = lessons()[number] if number < len(lessons()) else None
    context = {"number": number, "lesson": shown, "next": following}
    return render(request, "learn/lesson.html", context)


@require_GET
@cache_control(public=True, max_age=3600)
def lesson_tables(request: HttpRequest, number: int) -> HttpResponse:
    """Return as JSON the boards and the steps of the lesson with this number."""
    numbered(lessons(), number, "Lessons")
    return HttpResponse(as_json(number), content_type="application/json")


@require_GET
@cache_control(public=True, max_age=3600)
def recorded(request: HttpRequest) -> HttpResponse:
    """Return as JSON the front page's recorded game: one frame (the board's state) per turn."""
    return HttpResponse(showcase(), content_type="application/json")


@require_GET
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules of the game, with pictures from the game that the first lesson plays."""
    pictures = {
        "stacks": [("r", 5), ("y", 2), ("g", 3), ("b", 0), ("p", 1)],
        "copies": (1, 1, 1, 2, 2, 3, 3, 4, 4, 5),
        "theirs": hand(0, MATE),
        "mine": hand(0, LEARNER),
        "clued": hand(1, MATE),
        "told": hand(2, LEARNER),
    }
    return render(request, "learn/rules.html", pictures)


@require_GET
def variants(request: HttpRequest) -> HttpResponse:
    """Show the variants that tables offer, and what is special about each."""
    groups = [
        (group, [(title, differences(name)) for name, title in choices])
        for group, choices in CHOICES
    ]
    return render(request, "learn/variants.html", {"groups": groups})


@require_GET
def glossary(request: HttpRequest) -> HttpResponse:
    """Show the glossary of terms."""
    return render(request, "learn/glossary.html", {"sections": SECTIONS})


@require_GET
@cache_control(public=True, max_age=3600)
def board_figures(request: HttpRequest) -> JsonResponse:
    """Return as JSON the definition and formula of each figure on the board, such as pace."""
    return JsonResponse(figures())
