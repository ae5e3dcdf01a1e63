"""Bundle modules and style sheets into one file each: few requests per page, no build step.

`bundled/table/element.js` is `js/table/element.js` with every module that it imports as `hanabi/…`,
and `bundled/table.css` is `css/table.css` with every sheet that it imports. Bundles are rebuilt
whenever a source has changed. A module becomes a function that returns its exports; only the few
forms of `import` and `export` used in this project are supported, others raise BundleError.
"""

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
    """A source cannot be bundled; the message names it and gives the reason."""


def script(root: Path, entry: str) -> str:
    """Return `js/<entry>.js` and all modules it imports as one script, dependencies first.

    Raises BundleError if a module is missing, if imports are circular, or if an `import` or
    `export` has an unsupported form.
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
        for match in IMPORT.finditer(text):
            add(match["module"], (*users, name))
        done[name] = _as_function(name, text)

    add(entry, ())
    return "const made = {};\n" + "\n".join(done.values())


def _as_function(name: str, text: str) -> str:
    exported = [match["name"] for match in EXPORT.finditer(text)]
    text = NOTES.sub("", text)
    text = IMPORT.sub(_constant, text)
    text = EXPORT.sub(r"\g<what> \g<name>", text)
    if form := ANY_FORM.search(text):
        line = text[form.start() :].strip().splitlines()[0]
        raise BundleError(f"{name} has a form that is not bundled: {line}")
    given = f"return {{ {', '.join(exported)} }};\n" if exported else ""
    return f'made["{name}"] = (() => {{\n{text}{given}}})();'


def _constant(match: re.Match[str]) -> str:
    names = (match["names"] or "").replace(" as ", ": ")
    return f'const {names} = made["{match["module"]}"];' if names else ""


def sheet(root: Path, entry: str) -> str:
    """Return the style sheet `css/<entry>.css` with each `@import` replaced by that sheet's text.

    Raises BundleError if a sheet is missing.
    """
    file = root / "css" / f"{entry}.css"
    if not file.is_file():
        raise BundleError(f"There is no style sheet {entry}.")
    return SHEET.sub(
        lambda match: sheet(root, match["sheet"].removesuffix(".css")), file.read_text()
    )


KINDS = {".js": ("js", script), ".css": ("css", sheet)}


MAKING = Lock()
"""Held while a bundle is built: a page requests several at once, in threads with own finders."""


@cache
def _folder_for(_root: Path) -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="hanabi-lab-")


class BundleFinder(BaseFinder):
    """Static files finder of `bundled/…` files.

    They are built in a temporary folder, as the program's own may be read-only.
    """

    def __init__(self, app_names: object = None) -> None:
        self.root = Path(settings.BASE_DIR) / "static"

    def check(self, **kwargs: Any) -> list[Any]:
        """Return no errors: there are no settings to check."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Return the path of a bundle, rebuilt if a source is newer; an empty list for other paths.

        Called in development, for each requested file.
        """
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
        """Yield every bundle that a template names, for `collectstatic`."""
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
    """Return the paths of all bundles that the templates in this folder refer to."""
    return {
        name
        for file in templates.rglob("*.html")
        for name in re.findall(r"static '(bundled/[\w/]+\.\w+)'", file.read_text())
    }
