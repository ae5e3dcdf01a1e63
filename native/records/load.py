"""Finds out what a file holds and reads its games, one record after the other."""

import io
import re
from collections.abc import Iterator
from typing import NamedTuple

from native.records import ah2ac2, hanab_live_reader, hanabidata, notation_reader
from native.records.files import Document, documents, files, refusals
from native.records.record import BadRecord, Record
from native.records.split import games

READERS = (
    (re.compile(rb"\s*\{"), hanab_live_reader.read),
    (re.compile(rb"Old GID: |Treatment: "), hanabidata.read),
    (re.compile(rb"\s*\d+ players"), notation_reader.read),
)
OPENING = 16
"""Bytes that tell arrays from text."""


class Refused(NamedTuple):
    """A file, or a game in one, that cannot be read, and why."""

    source: str
    reason: str


def load(path: str) -> Iterator[Record | Refused]:
    """Every game of a file, a folder or an archive; `-` is standard input.

    A file is hanab.live JSON (one game, a list, or a game a line), a HanabiData log, arrays of
    AH2AC2, or games in our notation, one a line. What is broken comes out as Refused: nothing is
    raised.
    """
    try:
        for file in files(path):
            yield from _of_file(file)
    except BadRecord as refusal:
        yield Refused(path, str(refusal))


def load_bytes(data: bytes, source: str) -> Iterator[Record | Refused]:
    """Every game of what somebody sent, which may not be packed. Nothing is raised."""
    yield from _of_document(Document(source, io.BufferedReader(io.BytesIO(data))))


def _of_file(path: str) -> Iterator[Record | Refused]:
    try:
        for document in documents(path):
            yield from _of_document(document)
    except BadRecord as refusal:
        yield Refused(path, str(refusal))


def _of_document(document: Document) -> Iterator[Record | Refused]:
    try:
        with refusals():
            if ah2ac2.OPENING.match(document.stream.peek(OPENING)):
                yield from _of_arrays(document)
                return
            for source, data in games(document):
                yield _game(source, data)
    except BadRecord as refusal:
        yield Refused(document.source, str(refusal))


def _of_arrays(document: Document) -> Iterator[Record | Refused]:
    data = document.stream.read(ah2ac2.MAX_BYTES + 1)
    if len(data) > ah2ac2.MAX_BYTES:
        raise BadRecord(f"arrays of games may have {ah2ac2.MAX_BYTES // 2**20} MiB")
    for found in ah2ac2.read(data, document.source):
        yield found if isinstance(found, Record) else Refused(document.source, str(found))


def _game(source: str, data: bytes) -> Record | Refused:
    try:
        for opening, read in READERS:
            if opening.match(data):
                return read(data, source)
    except BadRecord as refusal:
        return Refused(source, str(refusal))
    return Refused(source, f"no game begins like this: {data[:40]!r}")
