"""Cuts a document into the bytes of single games: one a file, one a line, or a JSON list."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import IO

import msgspec

from native.records.files import Document
from native.records.record import BadRecord

MAX_GAME = 2**20
MAX_LIST = 64 * 2**20
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LIST = re.compile(rb"\s*\[")
GAME_OF_MANY_LINES = re.compile(rb"Old GID: |Treatment: |\s*\{(?!.*\}\s*$)")
GAME_OF_A_LINE = re.compile(rb"\s*\{|\s*\d+ players")


def games(document: Document) -> Iterator[tuple[str, bytes]]:
    """Each game's bytes and where they stand. Raises BadRecord.

    A game of many lines is a HanabiData log, or JSON whose first line opens and does not close;
    everything else has a game a line. Blank lines and those that begin with # are passed over.
    """
    source, stream = document
    lines = _lines(stream)
    start = next(lines, None)
    if start is None:
        raise BadRecord("there is no game in it")
    number, line = start
    if LIST.match(line):
        yield from _listed(source, line + stream.read(MAX_LIST))
    elif GAME_OF_MANY_LINES.match(line):
        yield source, _bounded(line + stream.read(MAX_GAME))
    elif not GAME_OF_A_LINE.match(line):
        raise BadRecord(f"no game begins like line {number}: {line[:40]!r}")
    elif (second := next(lines, None)) is None:
        yield source, _bounded(line)
    else:
        for number, line in chain([start, second], lines):
            yield f"{source}:{number}", _bounded(line)


def _lines(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """The numbered lines that say something; of one that is too long, enough to be so still."""
    for number, line in enumerate(iter(lambda: stream.readline(MAX_GAME + 1), b""), start=1):
        said = line.removeprefix(BYTE_ORDER_MARK)
        if said.strip() and not said.startswith(b"#"):
            yield number, said


def _listed(source: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    if len(data) > MAX_LIST:
        raise BadRecord(
            f"a list of games may have {MAX_LIST // 2**20} MiB: write one a line instead"
        )
    try:
        games = msgspec.json.decode(data, type=list[msgspec.Raw])
    except msgspec.DecodeError as error:
        raise BadRecord(f"not JSON: {error}") from None
    except RecursionError:
        raise BadRecord("not a list of games: its JSON is nested too deeply") from None
    for number, game in enumerate(games):
        yield f"{source}[{number}]", _bounded(bytes(game))


def _bounded(data: bytes) -> bytes:
    if len(data) > MAX_GAME:
        raise BadRecord(f"longer than {MAX_GAME // 2**20} MiB, which no game is")
    return data
