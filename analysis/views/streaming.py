"""Downloads: lines that are sent while they are made, and tables as files."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from asgiref.sync import sync_to_async
from django.http import Http404, HttpResponse, StreamingHttpResponse

from analysis.tables import BadTable, Table, save

LINES = 100
"""Made at a time."""


def jsonl(lines: Iterator[bytes], name: str) -> StreamingHttpResponse:
    """A download of JSON lines."""
    response = StreamingHttpResponse(_parts(lines), content_type="application/jsonl")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def as_file(tables: Iterable[Table], name: str) -> HttpResponse:
    """A download of tables in the form that the name ends with. Raises Http404, in words, where
    there is nothing to write or nothing to write it with."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / name
        try:
            save(file, tables)
        except BadTable as error:
            raise Http404(str(error)) from None
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return HttpResponse(file.read_bytes(), "application/octet-stream", headers=headers)


async def _parts(lines: Iterator[bytes]) -> AsyncIterator[bytes]:
    def part() -> bytes:
        return b"".join(islice(lines, LINES))

    while text := await sync_to_async(part)():
        yield text
