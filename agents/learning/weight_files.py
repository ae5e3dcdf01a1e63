"""Weights of a network in one small file, with a card that says what they are.

The file has arrays in half precision and one text, no pickled objects; it is checked when it is
read. What is measured and played is what such a file holds.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import MsgspecError

MOST_BYTES = 64 << 20

Array = npt.NDArray[Any]
Card = TypeVar("Card", bound=msgspec.Struct)
Shapes = Mapping[str, tuple[int, ...]]


def encode(card: msgspec.Struct, weights: Mapping[str, Array]) -> bytes:
    """The same bytes for the same weights."""
    text = np.frombuffer(msgspec.json.encode(card), np.uint8)
    halves: dict[str, Any] = {name: array.astype(np.float16) for name, array in weights.items()}
    file = io.BytesIO()
    np.savez_compressed(file, card=text, **halves)
    return file.getvalue()


def decode(data: bytes, kind: type[Card]) -> tuple[Card, dict[str, Array]]:
    """The card and the arrays, in single precision. Raises ValueError for no such file."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            if sum(info.file_size for info in file.zip.infolist()) > MOST_BYTES:
                raise ValueError("it is too large")
            arrays = {name: file[name] for name in file.files}
        card = msgspec.json.decode(arrays.pop("card").tobytes(), type=kind)
    except (KeyError, OSError, EOFError, zipfile.BadZipFile, zlib.error, MsgspecError) as error:
        raise ValueError(f"it is no file of weights ({error})") from None
    for array in arrays.values():
        if array.dtype != np.float16 or not np.isfinite(array).all():
            raise ValueError("its numbers are not finite halves")
    return card, {name: array.astype(np.float32) for name, array in arrays.items()}


def check(weights: Mapping[str, Array], shapes: Shapes) -> None:
    """Whether they are those of a network. Raises ValueError."""
    if {name: array.shape for name, array in weights.items()} != shapes:
        raise ValueError("its arrays are not those of its network")


def version(data: bytes) -> str:
    """Changes whenever the bytes do."""
    return f"{zlib.crc32(data):08x}"
