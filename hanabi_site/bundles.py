"""Modules and style sheets that are served as one file: few requests for a page, no build step.

`bundled/table/element.js` is `js/table/element.js` with every module that it imports as `hanabi/…`,
and `bundled/table.css` is `css/table.css` with every sheet that it imports. They are made from the
sources whenever one of them has changed. A module becomes a function that gives its exports; only
the few forms of `import` and `export` that we write are understood, others are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage

PREFIX = "bundled/"
IMPORT = re.compile(r'^import (?:(?P<names>\{[^}]*\}) from )?"hanabi/(?P<module>[\w/]+)";$', re.M)
EXPORT = re.compile(r"^export (?P<what>(?:async )?function|const|class) (?P<name>\w+)", re.M)
ANY_FORM = re.compile(r"^\s*(?:import\b|export\b|\}\s*from\b)", re.M)
SHEET = re.compile(r'^@import "(?P<sheet>[\w./]+)";$', re.M)
NOTES = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.M | re.S)


class BundleError(ValueError):
    """A source cannot be bundled; the message names it and says why."""


def script(root: Path, entry: str) -> str:
    """The module `js/<entry>.js` below `root` and all that it imports, each once, before its users.

    Raises BundleError for a module that is not there, that imports itself by way of others, or that
    imports or exports in a form not known here.
    """
    done: dict[str, str] = {}

    def add(name: str, users: tuple[str, ...]) -> None:
        if name in users:
            raise BundleError(f"{name} imports itself by way of {', '.join(users)}.")
        if name in done:
            return
        file = root / "js" / f"{name}.js"
        if not file.is_file():
            raise BundleError(f"There is no module {name}.")
        text = file.read_text()
        for found in IMPORT.finditer(text):
            add(found["module"], (*users, name))
        done[name] = _as_function(name, text)

    add(entry, ())
    return "const made = {};\n" + "\n".join(done.values())


def _as_function(name: str, text: str) -> str:
    exported = [found["name"] for found in EXPORT.finditer(text)]
    text = NOTES.sub("", text)
    text = IMPORT.sub(_constant, text)
    text = EXPORT.sub(r"\g<what> \g<name>", text)
    if form := ANY_FORM.search(text):
        line = text[form.start() :].strip().splitlines()[0]
        raise BundleError(f"{name} has a form that is not bundled: {line}")
    given = f"return {{ {', '.join(exported)} }};\n" if exported else ""
    return f'made["{name}"] = (() => {{\n{text}{given}}})();'


def _constant(found: re.Match[str]) -> str:
    names = (found["names"] or "").replace(" as ", ": ")
    return f'const {names} = made["{found["module"]}"];' if names else ""


def sheet(root: Path, entry: str) -> str:
    """The style sheet `css/<entry>.css` below `root`, the sheets that it imports in their places.

    Raises BundleError for a sheet that is not there.
    """
    file = root / "css" / f"{entry}.css"
    if not file.is_file():
        raise BundleError(f"There is no style sheet {entry}.")
    return SHEET.sub(
        lambda found: sheet(root, found["sheet"].removesuffix(".css")), file.read_text()
    )


KINDS = {".js": ("js", script), ".css": ("css", sheet)}


MAKING = Lock()
"""A page asks for several at once, by threads that may each have a finder."""


@cache
def _folder_for(_root: Path) -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="hanabi-lab-")


class BundleFinder(BaseFinder):
    """Finds `bundled/…`; nothing is written beside the program, where production may not write."""

    def __init__(self, app_names: object = None) -> None:
        self.root = Path(settings.BASE_DIR) / "static"

    def check(self, **kwargs: Any) -> list[Any]:
        """Nothing can be set wrongly."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """The bundle on disk, made anew where a source is younger, or an empty list for any other
        path: development asks for each file when it is needed."""
        source = self._source(path)
        if source is None:
            return []
        sources = (self.root / KINDS[source.suffix][0]).rglob(f"*{source.suffix}")
        newest = max(file.stat().st_mtime_ns for file in sources)
        with MAKING:
            place = Path(_folder_for(self.root).name) / path
            if not place.exists() or place.stat().st_mtime_ns < newest:
                place.parent.mkdir(parents=True, exist_ok=True)
                half = place.with_name(f"{place.name}.half")
                half.write_text(self._text(path))
                half.replace(place)
        return [str(place)] if find_all else str(place)

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, InMemoryStorage]]:
        """All bundles that templates name, for `collectstatic`."""
        storage = InMemoryStorage()
        for path in sorted(named_in(Path(settings.BASE_DIR) / "templates")):
            storage.save(path, ContentFile(self._text(path)))
            yield path, storage

    def _source(self, path: str) -> Path | None:
        suffix = Path(path).suffix
        if not path.startswith(PREFIX) or suffix not in KINDS or ".." in path:
            return None
        source = self.root / KINDS[suffix][0] / path.removeprefix(PREFIX)
        return source if source.is_file() else None

    def _text(self, path: str) -> str:
        suffix = Path(path).suffix
        return KINDS[suffix][1](self.root, path.removeprefix(PREFIX).removesuffix(suffix))


def named_in(templates: Path) -> set[str]:
    """The bundles that templates ask for."""
    return {
        name
        for file in templates.rglob("*.html")
        for name in re.findall(r"static '(bundled/[\w/]+\.\w+)'", file.read_text())
    }
