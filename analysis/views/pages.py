"""Shared parts of pages with figures: filters in the address, lookups with 404, and downloads.

A run is a search by the generator; its archive has its elites, the best agent found for each cell
of a map. Action agreement is how often two elites choose the same move.
"""

import re
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from asgiref.sync import sync_to_async
from django import forms
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render

from agents.archives import Archive, BadArchive, BadRun, runs
from agents.archives.setting import SCORINGS
from analysis import scorings
from analysis.diversity import action_agreement, crossplay
from analysis.diversity.action_agreement import ActionAgreement
from analysis.diversity.crossplay import EliteCrossPlay
from analysis.figures import Figure, download
from analysis.maps.layers import Place
from analysis.tables import BadTable, Table, save
from analysis.traces.filters import Filters
from game.models import Player
from game.views.finding import found_unless

FILE = ("figure", "format")
"""The query parameters that ask for a figure's download; they are no filters of the page."""
KEPT = ("link", "run", "pool")
"""The query parameters that the page's filter form keeps as hidden fields."""


class PageFilters(Filters):
    """The form of filters in the URL of a page with figures: the games that the figures count, and
    their scoring.
    """

    scoring = forms.ChoiceField(choices=scorings.CHOICES)

    @property
    def score(self) -> str:
        """The scoring, which is also the name of the score's database column: `stacks` (cards
        played) or `zero` (0 if lost by strikes).
        """
        return str(self.cleaned_data["scoring"] or SCORINGS[0])

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """The (name, value) pairs of the filters that are set, for hidden fields of
        another form.
        """
        return [(name, str(value)) for name, value in self.chosen.items()]


def show(
    request: HttpRequest,
    template: str,
    figures: Sequence[Figure] = (),
    status: int = 200,
    private_to: Player | None = None,
    **context: Any,
) -> HttpResponse:
    """Render a page with its figures, or return the file of the figure that the URL asks to
    download.

    `template` is the page's template and `context` its other variables. Each figure shows a shell
    command that prints its numbers: its own or, if it has none, `manage.py figure` with the page's
    URL. On a page that only the player `private_to` may see, that command names the player.
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


PLACE = re.compile(r"(\d{1,3}),(\d{1,3})", re.ASCII)


@found_unless(BadRun, BadArchive)
def run_of(name: str) -> tuple[Archive, EliteCrossPlay | None]:
    """Return the archive of the run called `name`, and its cross-play table or None if that is
    incomplete. Raises Http404 if the run is missing or damaged.
    """
    archive, table = runs.load(name), crossplay.load(name)
    return archive, table if table and table.complete and len(table.places) else None


@found_unless(BadArchive)
def agreement_of(name: str) -> ActionAgreement | None:
    """Return the action agreement of the run called `name`: for every two of its elites, the share
    of recorded turns on which both choose the same move.

    None if none is stored for the present archive. Raises Http404 if the file is damaged.
    """
    return action_agreement.load(name)


def place_in(text: str) -> Place | None:
    """Parse the text of a cell, such as "9,16", into (row, column); return None for any other
    text.
    """
    match = PLACE.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


LINES = 100
"""The number of lines of JSON sent in one chunk of a streamed download."""


def jsonl(lines: Iterator[bytes], name: str) -> StreamingHttpResponse:
    """Return a streamed download of JSON lines as a file called `name`."""
    response = StreamingHttpResponse(_parts(lines), content_type="application/jsonl")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def as_file(tables: Iterable[Table], name: str) -> HttpResponse:
    """Return a download of tables with the same columns, concatenated, as a file called `name`, in
    the format of the name's suffix (.csv, .jsonl or .parquet).

    Raise Http404 if there is nothing to write or a package for the format is missing.
    """
    with TemporaryDirectory() as folder:
        file = Path(folder) / name
        with found_unless(BadTable):
            save(file, tables)
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return HttpResponse(file.read_bytes(), "application/octet-stream", headers=headers)


async def _parts(lines: Iterator[bytes]) -> AsyncIterator[bytes]:
    def part() -> bytes:
        return b"".join(islice(lines, LINES))

    while text := await sync_to_async(part)():
        yield text
