"""Store the numeric tables that belong to an archive as NumPy's `.npz` files, without pickles,
written atomically.
"""

from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.archives.archive import BadArchive
from agents.runs.storage import Contents, arrays_in, read_once, replace


def save(path: Path, arrays: Mapping[str, npt.ArrayLike]) -> None:
    """Write named arrays to an `.npz` file, replacing it atomically."""
    file = BytesIO()
    plain: dict[str, Any] = {name: np.asarray(value) for name, value in arrays.items()}
    np.savez_compressed(file, **plain)
    replace(path, file.getvalue())


def read(path: Path, build: Callable[[Mapping[str, Any]], Contents]) -> Contents:
    """Load the arrays of an `.npz` file, by name, and return `build(arrays)`. Raise BadArchive if
    the file is unreadable, or `build` raises a TypeError, ValueError or KeyError.
    """
    try:
        return build(arrays_in(path.read_bytes()))
    except (OSError, TypeError, ValueError, KeyError) as error:
        raise BadArchive(f"{path.name} of {path.parent.name} is damaged: {error}.") from None


def stored(path: Path, build: Callable[[Mapping[str, Any]], Contents]) -> Contents | None:
    """Return `read(path, build)`, cached until the file is written again; None if there is no
    file.
    """
    return read_once(path, read, build) if path.is_file() else None
