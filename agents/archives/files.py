"""Read archive files, also those of earlier schemas, and validate them; write them atomically."""

from pathlib import Path
from typing import Any

import msgspec

from agents.archives.archive import FORMAT, SCHEMA, Archive, BadArchive, Cell, Measurement
from agents.runs.storage import replace
from native.records.json_bytes import decode_json

MAX_BYTES = 64 * 2**20

Plain = dict[str, Any]


def encode(archive: Archive) -> bytes:
    """Serialise an archive as JSON, one cell per line, and return the bytes."""
    head = msgspec.to_builtins(archive)
    cells = head.pop("cells")
    lines = [f"{_json(key)}: {_json(value)},\n" for key, value in head.items()]
    body = ",\n".join(_json(cell) for cell in cells)
    return f'{{\n{"".join(lines)}"cells": [\n{body}\n]\n}}\n'.encode()


def decode(data: bytes) -> Archive:
    """Parse the JSON of an archive, of the current or an earlier schema. Raise BadArchive if it is
    invalid.
    """
    try:
        plain: Any = decode_json(data, object)
        kind = msgspec.convert(plain, _Kind)
        if kind.format != FORMAT or not 1 <= kind.schema <= SCHEMA:
            raise BadArchive(
                f"Only a {FORMAT} of schema 1 to {SCHEMA} can be read, not a "
                f"{kind.format[:40]} of schema {kind.schema}."
            )
        archive = msgspec.convert(_renamed(plain) if kind.schema == 1 else plain, Archive)
    except msgspec.DecodeError as error:
        raise BadArchive(f"This is not a complete archive: {error}.") from None
    check(archive)
    return archive


def read(path: Path) -> Archive:
    """Read an archive from a file. Raise BadArchive if it is unreadable, too large or invalid."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadArchive(f"{path.name} is larger than {MAX_BYTES:,} bytes, the limit.")
        data = path.read_bytes()
    except OSError as error:
        raise BadArchive(f"{path.name} cannot be read: {error.strerror}.") from None
    return decode(data)


def write(path: Path, archive: Archive) -> None:
    """Write an archive to a file, replacing it atomically: a reader never sees a partial file."""
    replace(path, encode(archive))


class _Kind(msgspec.Struct):
    format: str
    schema: int


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def check(archive: Archive) -> None:
    """Raise BadArchive if cells, genes or measurements are inconsistent or out of range."""
    rows, columns = archive.setting.grid
    places = [(cell.row, cell.column) for cell in archive.cells]
    if any(not (0 <= row < rows and 0 <= column < columns) for row, column in places):
        raise BadArchive(f"A cell lies outside the grid of {rows} x {columns}.")
    if places != sorted(set(places)):
        raise BadArchive("Each cell must occur once, in order of row and column.")
    if archive.best and (archive.best.row, archive.best.column) not in set(places):
        raise BadArchive("The best cell is empty.")
    if len({len(cell.genes) for cell in archive.cells}) > 1:
        raise BadArchive("All chromosomes of an archive must have the same length.")
    for cell in archive.cells:
        _check_cell(archive, cell)


def _check_cell(archive: Archive, cell: Cell) -> None:
    rules, place = len(archive.setting.rules), f"cell {cell.row},{cell.column}"
    if not 1 <= len(cell.genes) <= 72:
        raise BadArchive(f"The chromosome of {place} must have 1 to 72 genes.")
    if min(cell.genes) < 0 or max(cell.genes) >= rules:
        raise BadArchive(f"The genes of {place} must be from 0 to {rules - 1}.")
    for measurement in (cell.stored, cell.remeasured):
        if measurement and not _plausible(measurement):
            raise BadArchive(f"The measurements of {place} are impossible.")


def _plausible(measurement: Measurement) -> bool:
    shares = all(value is None or 0 <= value <= 1 for value in measurement.measures)
    sums = all(0 <= value < 2**63 for value in (measurement.tally or {}).values())
    return shares and sums and 0 <= measurement.objective <= 25 and measurement.games >= 0


def _renamed(archive: Plain) -> Plain:
    """Convert the plain JSON of schema 1, which earlier versions wrote, to that of schema 2.

    Schema 1 called an alphabet `rules` and an algorithm `variant`. It stored tallies by position
    and listed their names once, in `tally_fields`.

    Parts of an unexpected shape stay unchanged, so that the type check rejects them. Raise
    BadArchive if a tally does not match `tally_fields`.
    """
    fields = archive.get("tally_fields")
    named = archive | {
        "schema": 2,
        "setting": _with_key(archive.get("setting"), "rules", "alphabet"),
        "recipe": _with_key(archive.get("recipe"), "variant", "algorithm"),
        "best": _with_names(archive.get("best"), fields),
    }
    if isinstance(cells := archive.get("cells"), list):
        named["cells"] = [_with_names(cell, fields) for cell in cells]
    return {key: value for key, value in named.items() if key != "tally_fields"}


def _with_key(part: Any, old: str, new: str) -> Any:
    if not isinstance(part, dict):
        return part
    return {new if key == old else key: value for key, value in part.items()}


def _with_names(part: Any, fields: Any) -> Any:
    """Return a cell, or the best elite, with the counts of its measurements stored by name."""
    if not isinstance(part, dict):
        return part
    return {key: _named(value, fields) for key, value in part.items()}


def _named(measurement: Any, fields: Any) -> Any:
    if not isinstance(measurement, dict) or not isinstance(measurement.get("tally"), list):
        return measurement
    tally = measurement["tally"]
    if not isinstance(fields, list) or len(fields) != len(tally):
        raise BadArchive("tally_fields must name every sum of each tally.")
    return measurement | {"tally": dict(zip(map(str, fields), tally, strict=True))}
