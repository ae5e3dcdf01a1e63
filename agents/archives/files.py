"""Archives as files: written whole or not at all, and read with every doubt put in words."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

import msgspec

from agents.archives.archive import FORMAT, SCHEMA, Archive, Cell, Measurement
from agents.archives.errors import BadArchive
from native.matches import FIELDS

MAX_BYTES = 64 * 2**20


def encode(archive: Archive) -> bytes:
    """The file's bytes: JSON, one cell a line."""
    head = msgspec.to_builtins(archive)
    cells = head.pop("cells")
    lines = [f"{_json(key)}: {_json(value)},\n" for key, value in head.items()]
    body = ",\n".join(_json(cell) for cell in cells)
    return f'{{\n{"".join(lines)}"cells": [\n{body}\n]\n}}\n'.encode()


def decode(data: bytes) -> Archive:
    """The archive in these bytes. Raises BadArchive, in words."""
    try:
        kind = msgspec.json.decode(data, type=_Kind)
        if kind.format != FORMAT or kind.schema != SCHEMA:
            raise BadArchive(
                f"Only «{FORMAT}» of schema {SCHEMA} can be read, not "
                f"«{kind.format[:40]}» of schema {kind.schema}."
            )
        archive = msgspec.json.decode(data, type=Archive)
    except msgspec.DecodeError as error:
        raise BadArchive(f"This is no whole archive: {error}.") from None
    _check(archive)
    return archive


def read(path: Path) -> Archive:
    """The archive in this file. Raises BadArchive, in words."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadArchive(f"{path.name} is larger than any archive.")
        data = path.read_bytes()
    except OSError as error:
        raise BadArchive(f"{path.name} cannot be read: {error.strerror}.") from None
    return decode(data)


def write(path: Path, archive: Archive) -> None:
    """Put the archive in place of the file at once, so that a reader always finds a whole one."""
    replace(path, encode(archive))


def replace(path: Path, data: bytes) -> None:
    """Write a file at once: a killed process leaves the old one or the new one."""
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(file.name, 0o644)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise


class _Kind(msgspec.Struct):
    format: str
    schema: int


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _check(archive: Archive) -> None:
    """What the types do not say."""
    rows, columns = archive.setting.grid
    places = [(cell.row, cell.column) for cell in archive.cells]
    if any(not (0 <= row < rows and 0 <= column < columns) for row, column in places):
        raise BadArchive(f"A cell lies outside the grid of {rows} x {columns}.")
    if places != sorted(set(places)):
        raise BadArchive("Cells must be there once each, in order of row and column.")
    if archive.tally_fields != FIELDS:
        raise BadArchive(f"tally_fields must be {', '.join(FIELDS)}.")
    if archive.best and (archive.best.row, archive.best.column) not in set(places):
        raise BadArchive("The best cell is empty.")
    if len({len(cell.genes) for cell in archive.cells}) > 1:
        raise BadArchive("All chromosomes of an archive must be of one length.")
    for cell in archive.cells:
        _check_cell(archive, cell)


def _check_cell(archive: Archive, cell: Cell) -> None:
    rules, place = len(archive.setting.rule_set), f"cell {cell.row},{cell.column}"
    if not 1 <= len(cell.genes) <= 72:
        raise BadArchive(f"The chromosome of {place} must have 1 to 72 genes.")
    if min(cell.genes) < 0 or max(cell.genes) >= rules:
        raise BadArchive(f"Genes go from 0 to {rules - 1}, but not in {place}.")
    for found in (cell.stored, cell.remeasured):
        if found and not _plausible(found):
            raise BadArchive(f"What was measured of {place} cannot be.")


def _plausible(found: Measurement) -> bool:
    shares = all(value is None or 0 <= value <= 1 for value in found.measures)
    tally = found.tally is None or (
        len(found.tally) == len(FIELDS) and all(0 <= value < 2**63 for value in found.tally)
    )
    return shares and tally and 0 <= found.objective <= 25 and found.games >= 0
