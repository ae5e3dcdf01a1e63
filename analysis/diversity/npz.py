"""Tables of numbers beside an archive: NumPy's `.npz` without pickles, whole or not at all."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from agents.archives import BadArchive
from agents.runs.storage import replace

Found = TypeVar("Found")


def save(path: Path, arrays: Mapping[str, npt.ArrayLike]) -> None:
    """Put the arrays in place of the file at once."""
    file = BytesIO()
    plain: dict[str, Any] = {name: np.asarray(value) for name, value in arrays.items()}
    np.savez_compressed(file, **plain)
    replace(path, file.getvalue())


def read(path: Path, build: Callable[[Mapping[str, Any]], Found]) -> Found:
    """What `build` makes of the arrays. Raises BadArchive, in words, if it cannot."""
    try:
        with np.load(path, allow_pickle=False) as file:
            return build(file)
    except (OSError, EOFError, TypeError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise BadArchive(f"{path.name} of {path.parent.name} is damaged: {error}.") from None
