"""Rows of somebody else's CSV, with every doubt put in words."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count

from agents.archives.errors import BadArchive


@dataclass(frozen=True)
class Row:
    """One line of a table. What asks for a value raises BadArchive if it is none."""

    line: int
    values: Mapping[str, str]

    def number(self, column: str) -> float | None:
        """A number; None where the table has nothing or NaN."""
        text = self.values.get(column) or ""
        if not text:
            return None
        try:
            value = float(text)
        except ValueError:
            raise self._refusal(column, "a number") from None
        if math.isinf(value):
            raise self._refusal(column, "a finite number")
        return None if math.isnan(value) else value

    def whole(self, column: str) -> int:
        value = self.number(column)
        if value is None or value != int(value) or not 0 <= value < 2**31:
            raise self._refusal(column, "a whole number from 0")
        return int(value)

    def genes(self, prefix: str) -> tuple[int, ...]:
        """The whole numbers in the columns prefix0, prefix1 ..."""
        columns = (f"{prefix}{position}" for position in count())
        genes = []
        for column in columns:
            if column not in self.values:
                break
            genes.append(self.whole(column))
        return tuple(genes)

    def _refusal(self, column: str, what: str) -> BadArchive:
        text = (self.values.get(column) or "")[:40]
        return BadArchive(f"Line {self.line}: {column} must be {what}, not “{text}”.")


def rows(text: str) -> list[Row]:
    """The rows under the header. Raises BadArchive for what is no such table."""
    reader = csv.DictReader(io.StringIO(text))
    try:
        table = [Row(reader.line_num, values) for values in reader]
    except csv.Error as error:
        raise BadArchive(f"This is no CSV: {error}.") from None
    for row in table:
        if None in row.values or None in row.values.values():
            raise BadArchive(f"Line {row.line} has not as many values as the header.")
    return table
