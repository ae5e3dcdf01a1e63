"""Figures: a drawing, the table of the same numbers, and how to make them again.

A page builds its figures, shows them with `templates/analysis/figure.html`, and answers
`?figure=<name>&format=csv` or `json` with `download`. The drawing is plotly.js's own description
as plain data; a colour in it may name a token of `static/css/tokens.css`, such as `--accent`, and
then follows the dark and light switch.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from io import StringIO
from typing import Any

import msgspec
from django.http import Http404, HttpResponse, QueryDict
from django.utils.safestring import SafeString, mark_safe

Cell = str | int | float | None

DRAWN_DIGITS = 6
"""Significant ones of a number in a drawing."""


@dataclass(frozen=True)
class Column:
    """A column of a figure's table. `digits` are shown of a number, or what `form` says, such as
    .1g; a download has them all. `address` is what a cell links to on the page, with {} for the
    cell. What is not `on_page` stands in downloads alone."""

    title: str
    digits: int = 2
    address: str = ""
    form: str = ""
    on_page: bool = True


@dataclass(frozen=True)
class Figure:
    """One figure.

    `traces` and `layout` are plotly.js's `data` and `layout`; a figure without traces is a table.
    `command` prints or makes the same numbers, `seed` is the one they depend on, `games` how many
    games they were counted over. `note` says how to read it and what the intervals are.
    """

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    games: int
    note: str = ""
    traces: Sequence[Mapping[str, Any]] = ()
    layout: Mapping[str, Any] = field(default_factory=dict)
    command: str = ""
    seed: str = ""
    height: int = 360
    """Of the drawing, in pixels."""

    @property
    def drawing(self) -> dict[str, Any]:
        """What the browser draws."""
        data = [_drawn(trace) for trace in self.traces]
        return {"data": data, "layout": {"height": self.height, **self.layout}}

    @property
    def titles(self) -> list[str]:
        """Of the table's columns on the page."""
        return [column.title for column in self.columns if column.on_page]

    @property
    def heads(self) -> list[tuple[str, str]]:
        """The same with the class of each column: `words` over words."""
        first = self.rows[0] if self.rows else [None] * len(self.columns)
        return [
            (column.title, "words" if isinstance(cell, str) else "")
            for column, cell in zip(self.columns, first, strict=True)
            if column.on_page
        ]

    @property
    def body(self) -> SafeString:
        """The table's rows as HTML. Pages have thousands of cells: a template takes a second."""
        return mark_safe("\n".join(map(self._row, self.rows)))

    def _row(self, row: Sequence[Cell]) -> str:
        cells: list[str] = []
        for cell, column in zip(row, self.columns, strict=True):
            if not column.on_page:
                continue
            text = escape(_shown(cell, column))
            if cells:
                kind = ' class="words"' if isinstance(cell, str) else ""
                cells.append(f"<td{kind}>{text}</td>")
                continue
            if address := column.address.format(cell):
                text = f'<a href="{escape(address)}">{text}</a>'
            cells.append(f'<th scope="row">{text}</th>')
        return f"<tr>{''.join(cells)}</tr>"

    def csv(self) -> str:
        """The table with its titles, every number in full."""
        text = StringIO()
        writer = csv.writer(text)
        writer.writerow(column.title for column in self.columns)
        writer.writerows([_harmless(cell) for cell in row] for row in self.rows)
        return text.getvalue()

    def json(self) -> bytes:
        """The table and where it comes from."""
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


def download(figures: Sequence[Figure], query: QueryDict) -> HttpResponse | None:
    """The file that the query asks for, None if it asks for none. Raises Http404, in words."""
    name, form = query.get("figure"), query.get("format", "json")
    if name is None:
        return None
    figure = next((figure for figure in figures if figure.name == name), None)
    if figure is None:
        known = ", ".join(figure.name for figure in figures) or "none"
        raise Http404(f"There is no figure {name[:40]} on this page. Figures: {known}.")
    if form == "csv":
        response = HttpResponse(figure.csv(), content_type="text/csv; charset=utf-8")
    elif form == "json":
        response = HttpResponse(figure.json(), content_type="application/json")
    else:
        raise Http404("A figure comes as csv or json.")
    response["Content-Disposition"] = f'attachment; filename="{figure.name}.{form}"'
    return response


def _drawn(value: Any) -> Any:
    """The same with no more digits than can be seen: the table and the files have them all."""
    if isinstance(value, float):
        return float(f"{value:.{DRAWN_DIGITS}g}")
    if isinstance(value, Mapping):
        return {key: _drawn(inner) for key, inner in value.items()}
    return [_drawn(inner) for inner in value] if isinstance(value, list | tuple) else value


def _shown(cell: Cell, column: Column) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, float):
        return f"{cell:{column.form or f'.{column.digits}f'}}"
    return f"{cell:,}" if isinstance(cell, int) and cell >= 10_000 else str(cell)


def _harmless(cell: Cell) -> Cell:
    """A spreadsheet would run a text that begins like a formula; people choose their names."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in tuple("=+-@\t\r") else cell
