"""Shared parts of pages with figures: filters in the address, and figures as page or download."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from agents.archives.setting import SCORINGS
from analysis import scorings
from analysis.figures import Figure, download
from analysis.traces.filters import Filters
from game.models import Player

FILE = ("figure", "format")
"""Query parameters of a download, which are not filters of the page."""
KEPT = ("link", "run", "pool")
"""Query parameters that the page's filter form carries over."""


class PageFilters(Filters):
    """The filters of a page, with the scoring of its figures."""

    scoring = forms.ChoiceField(required=False, choices=scorings.CHOICES)

    @property
    def score(self) -> str:
        """The name of the score column."""
        return str(self.cleaned_data["scoring"] or SCORINGS[0])

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """The filters that are set, as hidden fields of another form on the page."""
        return [(name, str(value)) for name, value in self.chosen.items()]


def show(
    request: HttpRequest,
    template: str,
    figures: Sequence[Figure] = (),
    status: int = 200,
    private_to: Player | None = None,
    **context: Any,
) -> HttpResponse:
    """Render the page, or return the figure that its address asks to download.

    A figure without its own command gets `manage.py figure` with the page's address and, on a
    private page, the player who may see it.
    """
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
    """Return the errors of the page's forms as text, for a refused download."""
    forms_ = [one for one in context.values() if isinstance(one, forms.Form)]
    said = [
        f"{name}: {text}" for one in forms_ for name, all_ in one.errors.items() for text in all_
    ]
    return " ".join(said) or "The address asks for something that this page does not have."


def _address(request: HttpRequest) -> str:
    query = request.GET.copy()
    for name in [*FILE, *(name for name, value in request.GET.items() if not value)]:
        query.pop(name, None)
    return f"{request.path}?{query.urlencode()}" if query else request.path
