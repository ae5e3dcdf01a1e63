"""Serve the pages of `docs/`.

The files also read well on any Git host: links between them are relative, and `docs/README.md` is
the first page.
"""

import re
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET
from markdown_it import MarkdownIt
from mdit_py_plugins.anchors import anchors_plugin

from agents.runs.storage import read_once

DOCS: Path = settings.BASE_DIR / "docs"
INDEX = "README"

PAGE = re.compile(r"(?P<name>[\w-]+)\.md(?P<rest>#.*)?")
FILE = re.compile(
    r"(?P<folder>img|notebooks|clients|examples|schemas)/(?P<name>[\w-]+\.(?:svg|png|ipynb|py|mjs|json))"
)
TO_KEEP = ("notebooks", "clients", "examples")
"""Folders whose files are sent as downloads, because people run these files."""


class Page(NamedTuple):
    """A document: its file name without `.md`, its title (the first heading) and its HTML."""

    name: str
    title: str
    html: str

    @property
    def url(self) -> str:
        """The URL path of the document on the site."""
        return reverse("docs") if self.name == INDEX else reverse("docs_page", args=[self.name])


@require_GET
def page(request: HttpRequest, name: str = INDEX) -> HttpResponse:
    """Render the document with the file name `name` (without `.md`) beside the list of all
    documents. Raises Http404 if there is no such document.
    """
    shown = next((one for one in pages() if one.name == name), None)
    if shown is None:
        raise Http404(f"There is no document {name}.")
    return render(request, "docs/page.html", {"shown": shown, "pages": pages()})


@require_GET
def file(request: HttpRequest, folder: str, name: str) -> FileResponse:
    """Serve a file that a document links to: a picture, notebook, client, example or schema.

    `folder` is its folder in `docs/`. Raises Http404 if there is no such file.
    """
    if not FILE.fullmatch(f"{folder}/{name}") or not (DOCS / folder / name).is_file():
        raise Http404(f"There is no file {folder}/{name} among the documents.")
    return FileResponse((DOCS / folder / name).open("rb"), as_attachment=folder in TO_KEEP)


def pages() -> list[Page]:
    """Return all documents in `docs/`, the index (`README.md`) first, the others by title."""
    documents = [read_once(file, _read) for file in DOCS.glob("*.md")]
    return sorted(documents, key=lambda page: (page.name != INDEX, page.title))


def _read(file: Path) -> Page:
    markdown = MarkdownIt("commonmark").enable("table").use(anchors_plugin, max_level=3)
    tokens = markdown.parse(file.read_text())
    for token in tokens:
        for part in token.children or []:
            for attribute in ("href", "src"):
                if attribute in part.attrs:
                    part.attrs[attribute] = _address(str(part.attrs[attribute]))
    title = next(tokens[i + 1].content for i, t in enumerate(tokens) if t.type == "heading_open")
    html = markdown.renderer.render(tokens, markdown.options, {})
    # Make what scrolls sideways on a phone reachable by keyboard.
    html = html.replace("<pre>", '<pre tabindex="0">')
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table class="figures">')
    return Page(file.stem, title, html.replace("</table>", "</table></div>"))


def _address(link: str) -> str:
    """Return the site's URL for a link of a document; other links unchanged."""
    if match := PAGE.fullmatch(link):
        name, rest = match["name"], match["rest"] or ""
        return (reverse("docs") if name == INDEX else reverse("docs_page", args=[name])) + rest
    if match := FILE.fullmatch(link):
        return reverse("docs_file", args=[match["folder"], match["name"]])
    return link
