"""Figures that take long to make and change only with the program and what lies on disk: made once,
and kept in the database for all processes."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from django.core.cache import caches
from django.db import Error

Made = TypeVar("Made")

ROOT = Path(__file__).parents[1]
ROOMS = ("agents", "analysis", "native")


def stored(name: str, of: object, make: Callable[[], Made]) -> Made:
    """What `make` gives: as it was kept if the program and `of`, which names all else that it
    depends on, are the same. Without a database it is made anew."""
    key = sha256(repr((name, of, _program())).encode()).hexdigest()
    cache = caches["figures"]
    try:
        kept: Made | None = cache.get(key)
    except (Error, pickle.UnpicklingError):
        return make()
    if kept is None:
        kept = make()
        cache.set(key, kept)
    return kept


@lru_cache(maxsize=1)
def _program() -> str:
    """Changes with every line that may change a figure."""
    read = sha256()
    for room in ROOMS:
        for suffix in ("*.py", "*.c", "*.h", "*.json"):
            for file in sorted((ROOT / room).rglob(suffix)):
                read.update(file.read_bytes())
    return read.hexdigest()


def folder_state(folder: Path) -> list[tuple[str, int, int]]:
    """Names, sizes and times of the files below a folder."""
    found = ((file, file.stat()) for file in sorted(folder.rglob("*")) if file.is_file())
    return [(str(file.relative_to(folder)), stat.st_size, stat.st_mtime_ns) for file, stat in found]
