"""Serve plotly.js out of the plotly wheel, so that no copy of it lies in the repository."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

FILE = "plotly.min.js"


class PlotlyFinder(BaseFinder):
    """Finds the one static file `plotly.min.js`."""

    def __init__(self, app_names: object = None) -> None:
        spec = find_spec("plotly")
        assert spec is not None
        assert spec.origin is not None
        self.folder = Path(spec.origin).parent / "package_data"

    def check(self, **kwargs: Any) -> list[Any]:
        """Nothing can be set wrongly."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """The file's place on disk, or an empty list for any other path."""
        place = str(self.folder / FILE)
        if path != FILE:
            return []
        return [place] if find_all else place

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        """The file, for `collectstatic`."""
        yield FILE, FileSystemStorage(location=self.folder)
