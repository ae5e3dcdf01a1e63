"""Archives as files: written whole or not at all, and read with every doubt put in words."""

from __future__ import annotations

from pathlib import Path

import msgspec

from agents.archives import earlier
from agents.archives.archive import FORMAT, SCHEMA, Archive
from agents.archives.checks import check
from agents.archives.errors import BadArchive
from agents.runs.storage import replace

MAX_BYTES = 64 * 2**20


def encode(archive: Archive) -> bytes:
    """The file's bytes: JSON, one cell a line."""
    head = msgspec.to_builtins(archive)
    cells = head.pop("cells")
    lines = [f"{_json(key)}: {_json(value)},\n" for key, value in head.items()]
    body = ",\n".join(_json(cell) for cell in cells)
    return f'{{\n{"".join(lines)}"cells": [\n{body}\n]\n}}\n'.encode()


def decode(data: bytes) -> Archive:
    """The archive in these bytes, of this schema or an earlier. Raises BadArchive, in words."""
    try:
        plain = msgspec.json.decode(data)
        kind = msgspec.convert(plain, _Kind)
        if kind.format != FORMAT or not 1 <= kind.schema <= SCHEMA:
            raise BadArchive(
                f"Only a {FORMAT} of schema 1 to {SCHEMA} can be read, not a "
                f"{kind.format[:40]} of schema {kind.schema}."
            )
        archive = msgspec.convert(earlier.renamed(plain) if kind.schema == 1 else plain, Archive)
    except msgspec.DecodeError as error:
        raise BadArchive(f"This is no whole archive: {error}.") from None
    check(archive)
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


class _Kind(msgspec.Struct):
    format: str
    schema: int


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
