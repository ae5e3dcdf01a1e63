"""What every page with figures does: filters in the address, figures as a page or as a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from agents.archives.objective import SCORINGS
from analysis import scorings
from analysis.figures import Figure, download
from analysis.traces.filters import Filters
from game.models import Player

FILE = ("figure", "format")
"""What an address says of a download, besides the page's own filters."""
KEPT = ("link", "run", "pool")
"""What a page's address says besides its filters: the form hands it on."""


class PageFilters(Filters):
    """The filters of a page, with the scoring of its figures."""

    scoring = forms.ChoiceField(required=False, choices=scorings.CHOICES)

    @property
    def score(self) -> str:
        """The column of the score."""
        return str(self.cleaned_data["scoring"] or SCORINGS[0])

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """What is set, for another form of the same page."""
        return [(name, str(value)) for name, value in self.chosen.items()]


def show(
    request: HttpRequest,
    template: str,
    figures: Sequence[Figure] = (),
    status: int = 200,
    private_to: Player | None = None,
    **context: Any,
) -> HttpResponse:
    """The page, or the file that its address asks for. A figure without a command of its own is
    made again by `manage.py figure` with the page's address, and with the player that alone may
    see the page."""
    page = _address(request)
    who = f" --player {private_to.pk}" if private_to else ""
    named = [
        replace(figure, command=figure.command or f"manage.py figure '{page}' {figure.name}{who}")
        for figure in figures
    ]
    drawn = any(figure.traces for figure in named)
    kept = {name: request.GET[name] for name in KEPT if name in request.GET}
    by_name = {figure.name: figure for figure in named}
    if status != 200 and request.GET.get("figure"):
        return HttpResponse(_refusal(context), "text/plain; charset=utf-8", status)
    return download(named, request.GET) or render(
        request,
        template,
        {"figures": named, "figure_of": by_name, "drawn": drawn, "kept": kept, **context},
        status=status,
    )


def _refusal(context: dict[str, Any]) -> str:
    """What is wrong with the forms of a page, for who asked for a file of it."""
    forms_ = [one for one in context.values() if isinstance(one, forms.Form)]
    said = [
        f"{name}: {text}" for one in forms_ for name, all_ in one.errors.items() for text in all_
    ]
    return " ".join(said) or "The address asks for what this page does not know."


def _address(request: HttpRequest) -> str:
    query = request.GET.copy()
    for name in [*FILE, *(name for name, value in request.GET.items() if not value)]:
        query.pop(name, None)
    return f"{request.path}?{query.urlencode()}" if query else request.path
