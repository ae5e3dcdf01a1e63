"""The page of sealed seasons: their terms, and the results of the submissions."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from agents import registry
from analysis.protocols import seasons
from analysis.protocols.seasons import Row, Terms


class Shown(NamedTuple):
    """A season on the page."""

    terms: Terms
    open: bool
    waiting: int
    """Submissions that have not played."""
    rows: list[tuple[str, Row]]
    """The submissions with their titles, the best first."""


@require_GET
def all_seasons(request: HttpRequest) -> HttpResponse:
    """Show all seasons, the latest first. Members appear as numbers."""
    return render(
        request, "analysis/seasons.html", {"seasons": [_shown(one) for one in seasons.names()]}
    )


def _shown(name: str) -> Shown:
    known, done = seasons.terms(name), seasons.results(name)
    return Shown(
        terms=known,
        open=known.opens <= timezone.now() < known.closes,
        waiting=len(seasons.submissions(name)) - len(done),
        rows=[(registry.title(row.agent), row) for row in seasons.table(done)],
    )
