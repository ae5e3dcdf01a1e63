"""Pages for newcomers to the game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from game.board.terms import SECTIONS, figures
from game.learn.first_game import STEPS
from game.learn.lesson import LEARNER, lesson
from game.learn.pictures import hand
from game.learn.showcase import showcase

MATE = 1 - LEARNER


@require_GET
def learn(request: HttpRequest) -> HttpResponse:
    """Show the scripted first game; without JavaScript, its text."""
    return render(request, "learn/first_game.html", {"steps": STEPS})


@require_GET
@cache_control(public=True, max_age=3600)
def first_game(request: HttpRequest) -> HttpResponse:
    """Return the steps and frames of the first game as JSON."""
    return HttpResponse(lesson(), content_type="application/json")


@require_GET
@cache_control(public=True, max_age=3600)
def recorded(request: HttpRequest) -> HttpResponse:
    """Return the frames of the front page's recorded game as JSON."""
    return HttpResponse(showcase(), content_type="application/json")


@require_GET
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules of the game, with pictures from the first game."""
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
def glossary(request: HttpRequest) -> HttpResponse:
    """Show the glossary of terms."""
    return render(request, "learn/glossary.html", {"sections": SECTIONS})


@require_GET
@cache_control(public=True, max_age=3600)
def board_figures(request: HttpRequest) -> JsonResponse:
    """Return the definitions and formulas of the board's figures as JSON."""
    return JsonResponse(figures())
