"""Downloads: JSON lines streamed while they are made, and tables as files."""

from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from asgiref.sync import sync_to_async
from django.http import Http404, HttpResponse, StreamingHttpResponse

from analysis.tables import BadTable, Table, save

LINES = 100
"""Lines sent in one piece."""


def jsonl(lines: Iterator[bytes], name: str) -> StreamingHttpResponse:
    """Return a streamed download of JSON lines."""
    response = StreamingHttpResponse(_parts(lines), content_type="application/jsonl")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def as_file(tables: Iterable[Table], name: str) -> HttpResponse:
    """Return a download of tables in the format of the name's suffix.

    Raise Http404 if there is nothing to write or a package for the format is missing.
    """
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
