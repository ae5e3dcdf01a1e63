"""Bundle JavaScript modules and style sheets: a page requests few files, without a build step.

`bundled/table/element.js` is `js/table/element.js` with every module that it imports as `hanabi/…`,
and `bundled/table.css` is `css/table.css` with every sheet that it imports. Bundles leave out
indentation and comments, and are rebuilt whenever a source has changed. A module becomes a function
that returns its exports; only the few forms of `import` and `export` used in this project are
supported, others raise BundleError.
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
COMMENT = re.compile(r"[ \t]*/\*.*?\*/\n*", re.S)
NOTES = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.M | re.S)

INDENT = re.compile(r"^[ \t]+", re.M)


class BundleError(ValueError):
    """A source file cannot be bundled; the message names it and gives the reason."""


def script(root: Path, entry: str) -> str:
    """Return the module `js/<entry>.js` in the folder `root` and all modules that it imports as
    the text of one script, dependencies first.

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
    text = INDENT.sub("", text)
    if any(line.count("`") % 2 for line in text.splitlines()):
        raise BundleError(f"{name} has a text that spans lines: its indentation would be lost.")
    given = f"return {{ {', '.join(exported)} }};\n" if exported else ""
    return f'made["{name}"] = (() => {{\n{text}{given}}})();'


def _constant(match: re.Match[str]) -> str:
    names = (match["names"] or "").replace(" as ", ": ")
    return f'const {names} = made["{match["module"]}"];' if names else ""


def sheet(root: Path, entry: str) -> str:
    """Return the text of the style sheet `css/<entry>.css` in the folder `root`, without
    comments and with each `@import` replaced by the text of the imported sheet.

    Raises BundleError if a sheet is missing.
    """
    file = root / "css" / f"{entry}.css"
    if not file.is_file():
        raise BundleError(f"There is no style sheet {entry}.")
    text = INDENT.sub("", COMMENT.sub("", file.read_text()))
    return SHEET.sub(lambda match: sheet(root, match["sheet"].removesuffix(".css")), text)


KINDS = {".js": ("js", script), ".css": ("css", sheet)}


MAKING = Lock()
"""The lock of building bundles: a page requests several at once, and each request's thread may
have a finder of its own."""


@cache
def _folder_for(_root: Path) -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="hanabi-lab-")


class BundleFinder(BaseFinder):
    """Static files finder for bundles, the files `bundled/….js` and `bundled/….css`.

    Bundles are built in a temporary folder, because the program's own folder may be read-only.
    """

    def __init__(self, app_names: object = None) -> None:
        self.root = Path(settings.BASE_DIR) / "static"

    def check(self, **kwargs: Any) -> list[Any]:
        """Return no errors: there are no settings to check."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Return the path on disk of the bundle with the static path `path`, such as
        bundled/table.css; build the bundle first if it is missing or older than a source.

        With `find_all`, return a list of this one path. Return an empty list if there is no such
        bundle.

        Django calls it in development, for each requested file.
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
        """Yield the path of every bundle that a template names, and the storage that holds the
        bundle, for `collectstatic`; `ignore_patterns` is not used.
        """
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
    """Return the static paths (`bundled/…`) of all bundles that the templates in a folder use."""
    return {
        name
        for file in templates.rglob("*.html")
        for name in re.findall(r"static '(bundled/[\w/]+\.\w+)'", file.read_text())
    }
