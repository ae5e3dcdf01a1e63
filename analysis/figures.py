"""Figures: a chart, the table of its numbers, and the command that reproduces them.

A page builds its figures, shows them with `templates/analysis/figure.html`, and answers
`?figure=<name>&format=csv` or `json` with `download`. The chart is plotly.js data; a colour in it
may name a token of `static/css/tokens.css`, such as `--accent`, and then follows the dark and light
switch.
"""

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from io import StringIO
from typing import Any

import msgspec
from django.http import Http404, HttpResponse, QueryDict
from django.utils.safestring import SafeString, mark_safe

from analysis.tables import Cell, Column, Rows, harmless

DRAWN_DIGITS = 6
"""Significant digits to which the numbers of a chart are rounded."""
GROUPED = 1_000
"""The smallest number whose digits a table groups by thousands."""
FORMER_NAMES = {"similarity": "agreement"}
"""The current names of renamed figures and layers, by their former names, which old links still
use."""


@dataclass(frozen=True)
class Figure:
    """A chart with the table of its numbers and the way to reproduce them.

    `traces` and `layout` are plotly.js's `data` and `layout`; a figure without traces is only a
    table. `command` is the shell command that reproduces the numbers, `seed` the seed on which
    they depend, and `games` the number of games they come from (0 if they come from no games).
    `note` explains how to read the figure and what its intervals are.
    """

    name: str
    title: str
    table: Rows[Any]
    games: int = 0
    note: str = ""
    traces: Sequence[Mapping[str, Any]] = ()
    layout: Mapping[str, Any] = field(default_factory=dict)
    command: str = ""
    seed: str = ""
    height: int = 360
    """Height of the chart, in pixels."""
    address: str | Callable[[Cell], str] = ""
    """The URL that the first cell of each row links to, with {} for the cell's text, or a function
    of the cell that returns the URL; empty for no link."""

    @property
    def columns(self) -> Sequence[Column]:
        """All columns of the table, including those that only downloads show."""
        return self.table.columns

    @property
    def rows(self) -> Sequence[Sequence[Cell]]:
        """The rows of the table, each with one cell for each of `columns`."""
        return self.table.cells

    @property
    def drawing(self) -> dict[str, Any]:
        """The chart as plotly.js's dictionary, with the keys `data` and `layout`."""
        data = [_drawn(trace) for trace in self.traces]
        return {"data": data, "layout": {"height": self.height, **self.layout}}

    @property
    def heads(self) -> list[tuple[str, str]]:
        """The (title, CSS class) pairs of the columns that the page shows; the class is `words`
        for columns of text and empty for numbers.
        """
        return [
            (column.title, kind)
            for column, kind in zip(self.columns, self._kinds, strict=True)
            if column.on_page
        ]

    @cached_property
    def _kinds(self) -> list[str]:
        """The CSS class of each column, by its first cell that is not empty."""
        firsts = [
            next((row[place] for row in self.rows if row[place] is not None), None)
            for place in range(len(self.columns))
        ]
        return ["words" if isinstance(cell, str) else "" for cell in firsts]

    @property
    def body(self) -> SafeString:
        """The table's rows as HTML, built here because a template would take a second for thousands
        of cells.
        """
        return mark_safe("\n".join(map(self._row, self.rows)))

    def _row(self, row: Sequence[Cell]) -> str:
        cells: list[str] = []
        for cell, column, words in zip(row, self.columns, self._kinds, strict=True):
            if not column.on_page:
                continue
            text = escape(_shown(cell, column))
            if cells:
                kind = f' class="{words}"' if words else ""
                cells.append(f"<td{kind}>{text}</td>")
                continue
            to = self.address
            if address := to.format(cell) if isinstance(to, str) else to(cell):
                text = f'<a href="{escape(address)}">{text}</a>'
            cells.append(f'<th scope="row">{text}</th>')
        return f"<tr>{''.join(cells)}</tr>"

    def csv(self) -> str:
        """Return the table as CSV text, with column titles and unrounded numbers."""
        text = StringIO()
        writer = csv.writer(text)
        writer.writerow(column.title for column in self.columns)
        writer.writerows(map(harmless, row) for row in self.rows)
        return text.getvalue()

    def json(self) -> bytes:
        """Return the table as a JSON object in UTF-8: `columns` (their titles), `rows`, `figure`
        (its name), `title`, `note`, `command`, `seed` and `games`.
        """
        facts = {
            "figure": self.name,
            "title": self.title,
            "note": self.note,
            "command": self.command or None,
            "seed": self.seed or None,
            "games": self.games,
            "columns": [column.title for column in self.columns],
            "rows": self.rows,
        }
        return msgspec.json.encode(facts)


def current_name(name: str) -> str:
    """Return the current name of a figure or layer whose current or former name is `name`."""
    return FORMER_NAMES.get(name, name)


def download(figures: Sequence[Figure], query: QueryDict) -> HttpResponse | None:
    """Return the file that a page's query string asks for: `figure` names one of `figures`, and
    `format` is `csv` or `json`. Return None if the query names no figure. Raises Http404 for an
    unknown figure or format.
    """
    name, form = query.get("figure"), query.get("format", "json")
    if name is None:
        return None
    figure = next((one for one in figures if one.name == current_name(name)), None)
    if figure is None:
        known = ", ".join(figure.name for figure in figures) or "none"
        raise Http404(f"There is no figure {name[:40]} on this page. Figures: {known}.")
    if form == "csv":
        response = HttpResponse(figure.csv(), content_type="text/csv; charset=utf-8")
    elif form == "json":
        response = HttpResponse(figure.json(), content_type="application/json")
    else:
        raise Http404(f"A figure comes as csv or json, not {form[:20]}.")
    response["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return response


def _drawn(value: Any) -> Any:
    """Round all numbers in a chart to the digits that can be seen."""
    if isinstance(value, float):
        return float(f"{value:.{DRAWN_DIGITS}g}")
    if isinstance(value, Mapping):
        return {key: _drawn(inner) for key, inner in value.items()}
    return [_drawn(inner) for inner in value] if isinstance(value, list | tuple) else value


def _shown(cell: Cell, column: Column) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, float):
        grouped = "," if abs(cell) >= GROUPED else ""
        return f"{cell:{column.form or f'{grouped}.{column.digits}f'}}"
    return f"{cell:,}" if isinstance(cell, int) and cell >= GROUPED else str(cell)
