"""Open an input (a file, a folder, an archive or standard input) as a stream of documents.

A document is a name and a stream of bytes. Gzip and xz are unpacked while reading, and a tar
archive is read member by member, never written to disk. Compressed input may unpack to at most
`MAX_UNPACKED` bytes.
"""

import gzip
import io
import lzma
import sys
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple, cast

from native.records.record import BadRecord

MAX_UNPACKED = 256 * 2**20
GAME_SUFFIXES = (".json", ".jsonl", ".log", ".hanabi", ".safetensors")
PACKED_SUFFIXES = (*GAME_SUFFIXES, *(suffix + ".gz" for suffix in GAME_SUFFIXES))
ARCHIVE_SUFFIXES = (".tar", ".tar.gz", ".tgz", ".tar.xz")


GZIP, XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"


class NamedStream(NamedTuple):
    """A stream of bytes with the name of its `source`, to be read before the next document is
    requested.
    """

    source: str
    stream: io.BufferedReader


def files(path: str) -> Iterator[str]:
    """Yield the path itself or, for a folder, the paths of all files of games in it, at any depth.

    Files of games are recognised by the ends of their names; others, such as the surveys of
    HanabiData, are skipped. Raises BadRecord if a folder has no file of games.
    """
    if not Path(path).is_dir():
        yield path
        return
    any_games = False
    for file in sorted(Path(path).rglob("*")):
        if file.is_file() and _looks_like_games(file.name, PACKED_SUFFIXES + ARCHIVE_SUFFIXES):
            any_games = True
            yield str(file)
    if not any_games:
        raise BadRecord(f"no file of games in this folder ({', '.join(GAME_SUFFIXES)})")


def documents(path: str) -> Iterator[NamedStream]:
    """Yield the file at a path as a document, or, if it is a tar archive, each file of games in it.

    The path `-` is standard input. Raises BadRecord if the input cannot be read; with a damaged
    archive, possibly only after some documents.
    """
    if path == "-":
        yield NamedStream("standard input", _opened(sys.stdin.buffer))
        return
    with refusals(), open(path, "rb") as file:
        if path.endswith(ARCHIVE_SUFFIXES):
            yield from _archive(path, _opened(file))
        else:
            yield NamedStream(path, _opened(file))


@contextmanager
def refusals() -> Iterator[None]:
    """Context manager: raise BadRecord in place of errors of the operating system, of decompressors
    and of tar archives inside the `with` block.
    """
    try:
        yield
    except FileNotFoundError:
        raise BadRecord("there is no such file") from None
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadRecord(f"damaged gzip file: {error}") from None
    except lzma.LZMAError as error:
        raise BadRecord(f"damaged xz file: {error}") from None
    except tarfile.TarError as error:
        raise BadRecord(f"damaged tar archive: {error}") from None
    except OSError as error:
        raise BadRecord(error.strerror or str(error)) from None


def _archive(source: str, stream: IO[bytes]) -> Iterator[NamedStream]:
    any_games = False
    for member, content in _members(stream):
        if _looks_like_games(member.rpartition("/")[2], PACKED_SUFFIXES):
            any_games = True
            yield NamedStream(f"{source}:{member}", _opened(content))
    if not any_games:
        raise BadRecord(f"no file of games in this archive ({', '.join(GAME_SUFFIXES)})")


def _members(stream: IO[bytes]) -> Iterator[tuple[str, IO[bytes]]]:
    """Yield the name and content of the regular files of a tar archive, read front to back.

    Raises BadRecord if the archive is damaged or a member claims to be too large. (The standard
    library trusts archives: it remembers every member, skips as many bytes as a member claims to
    have, and raises ValueError for an invalid number.)
    """
    try:
        with tarfile.open(fileobj=stream, mode="r|") as archive:
            while (member := archive.next()) is not None:
                archive.members.clear()  # type: ignore[attr-defined]
                if not 0 <= member.size <= MAX_UNPACKED:
                    raise BadRecord(f"a file in this archive claims to have {member.size} bytes")
                if member.isreg() and (content := archive.extractfile(member)):
                    yield member.name, content
    except BadRecord:
        raise
    except ValueError as error:
        raise BadRecord(f"damaged tar archive: {error}") from None


def _looks_like_games(name: str, suffixes: tuple[str, ...]) -> bool:
    return name.endswith(suffixes) and not name.startswith((".", "survey"))


def _opened(stream: IO[bytes]) -> io.BufferedReader:
    """Return a stream of the same data, decompressed if it begins like a gzip or xz file."""
    buffered = cast(io.BufferedReader, stream)
    begin = buffered.peek(len(XZ))
    if begin.startswith(GZIP):
        return io.BufferedReader(_Unpacked(gzip.GzipFile(fileobj=buffered)))
    if begin.startswith(XZ):
        return io.BufferedReader(_Unpacked(lzma.LZMAFile(buffered)))
    return buffered


class _Unpacked(io.RawIOBase):
    """A stream of decompressed data that raises BadRecord after MAX_UNPACKED bytes."""

    def __init__(self, packed: gzip.GzipFile | lzma.LZMAFile) -> None:
        self._packed = packed
        self._left = MAX_UNPACKED

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        chunk = self._packed.read(len(buffer))
        self._left -= len(chunk)
        if self._left < 0:
            raise BadRecord(f"unpacks to more than {MAX_UNPACKED // 2**20} MiB")
        buffer[: len(chunk)] = chunk
        return len(chunk)
