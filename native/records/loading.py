"""Read files of games: detect the format, and yield one record after the other.

A text file has one game, one game per line, or a JSON list of games.
"""

import io
import re
from collections.abc import Iterator
from itertools import chain
from typing import IO, NamedTuple

import msgspec

from native.engine.notation import BadNotation, read_game
from native.records import ah2ac2, hanab_live, hanabidata
from native.records.files import NamedStream, documents, files, refusals
from native.records.json_bytes import decode_json
from native.records.record import BadRecord, Record, record_of

MAX_GAME = 2**20
MAX_LIST = 64 * 2**20
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LIST = re.compile(rb"\s*\[")
GAME_OF_MANY_LINES = re.compile(rb"Old GID: |Treatment: |\s*\{(?!.*\}\s*$)")
GAME_OF_A_LINE = re.compile(rb"\s*\{|\s*\d+ players")
OPENING = 16
"""The number of first bytes of a file that show whether it has arrays or text."""


class RefusedGame(NamedTuple):
    """A file or game that cannot be read: the name of its `source`, and the reason."""

    source: str
    reason: str


def read_notation(data: bytes, source: str) -> Record:
    """Return the game that one line of text in our notation (`native.engine.notation`) describes,
    as a Record.

    `source` becomes the record's name for messages. Raises BadRecord if the line is not valid.
    """
    try:
        game = read_game(data.decode("ascii"))
    except UnicodeDecodeError as error:
        raise BadRecord(f"at character {error.start + 1}: not a letter of the notation") from None
    except BadNotation as error:
        raise BadRecord(str(error)) from None
    return record_of(game, source=source)


READERS = (
    (re.compile(rb"\s*\{"), hanab_live.read),
    (re.compile(rb"Old GID: |Treatment: "), hanabidata.read),
    (re.compile(rb"\s*\d+ players"), read_notation),
)
"""The formats of a single game: a pattern that its beginning matches, and the function that reads
it."""


def load(path: str) -> Iterator[Record | RefusedGame]:
    """Yield every game of a file, a folder or an archive; the path `-` is standard input.

    A file is hanab.live JSON (one game, a list, or one per line), a HanabiData log, arrays in the
    AH2AC2 format, or games in our notation, one per line. For a file or game that cannot be read, a
    RefusedGame is yielded; nothing is raised.
    """
    try:
        for file in files(path):
            yield from _of_file(file)
    except BadRecord as refusal:
        yield RefusedGame(path, str(refusal))


def readable(path: str) -> Iterator[Record]:
    """Yield every game of a file, a folder or an archive, as `load` does, except those that cannot
    be read. Raises BadRecord, with the first reason, if none can be read.
    """
    refusal, found = "", False
    for game in load(path):
        if isinstance(game, RefusedGame):
            refusal = refusal or f"{game.source}: {game.reason}"
        else:
            found = True
            yield game
    if not found:
        raise BadRecord(refusal or f"{path}: there is no game in it")


def load_bytes(data: bytes, source: str) -> Iterator[Record | RefusedGame]:
    """Yield every game of an uploaded file, in any format that `load` reads, and a RefusedGame for
    what cannot be read; nothing is raised.

    `data` are the file's bytes, which must not be compressed. `source` is its name in records and
    refusals.
    """
    yield from _of_document(NamedStream(source, io.BufferedReader(io.BytesIO(data))))


def _of_file(path: str) -> Iterator[Record | RefusedGame]:
    try:
        for document in documents(path):
            yield from _of_document(document)
    except BadRecord as refusal:
        yield RefusedGame(path, str(refusal))


def _of_document(document: NamedStream) -> Iterator[Record | RefusedGame]:
    try:
        with refusals():
            if ah2ac2.OPENING.match(document.stream.peek(OPENING)):
                yield from _of_arrays(document)
                return
            for source, data in _games(document):
                yield _game(source, data)
    except BadRecord as refusal:
        yield RefusedGame(document.source, str(refusal))


def _of_arrays(document: NamedStream) -> Iterator[Record | RefusedGame]:
    data = document.stream.read(ah2ac2.MAX_BYTES + 1)
    if len(data) > ah2ac2.MAX_BYTES:
        raise BadRecord(f"arrays of games may have {ah2ac2.MAX_BYTES // 2**20} MiB")
    for found in ah2ac2.read(data, document.source):
        yield found if isinstance(found, Record) else RefusedGame(document.source, str(found))


def _game(source: str, data: bytes) -> Record | RefusedGame:
    try:
        for opening, read in READERS:
            if opening.match(data):
                return read(data, source)
    except BadRecord as refusal:
        return RefusedGame(source, str(refusal))
    return RefusedGame(source, f"this is not the beginning of a game: {_beginning(data)}")


def _beginning(data: bytes) -> str:
    """Return a file's first 40 bytes in quotation marks, as printable characters."""
    return repr(data[:40].strip().decode(errors="backslashreplace"))


def _games(document: NamedStream) -> Iterator[tuple[str, bytes]]:
    """Yield the name (with the line or index in the document) and the bytes of each game.

    Raises BadRecord if the document has no game.

    A game of many lines is a HanabiData log, or JSON whose first line opens an object without
    closing it; otherwise there is one game per line. Blank lines and lines that begin with # are
    skipped.
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
        raise BadRecord(f"line {number} is not the beginning of a game: {_beginning(line)}")
    elif (second := next(lines, None)) is None:
        yield source, _bounded(line)
    else:
        for number, line in chain([start, second], lines):
            yield f"{source}:{number}", _bounded(line)


def _lines(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the number (from 1) and the bytes of each line that is neither blank nor a comment (#).

    An overlong line is cut to a length that is still too long to be accepted.
    """
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
        games = decode_json(data, list[msgspec.Raw])
    except msgspec.DecodeError as error:
        raise BadRecord(f"not JSON: {error}") from None
    for number, game in enumerate(games):
        yield f"{source}[{number}]", _bounded(bytes(game))


def _bounded(data: bytes) -> bytes:
    if len(data) > MAX_GAME:
        raise BadRecord(f"longer than {MAX_GAME // 2**20} MiB, which no game is")
    return data
