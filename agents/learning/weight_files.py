"""Weight files: the arrays of a network in one small file, with metadata.

A file holds arrays and the metadata as JSON, no pickled objects, and is validated when read.
Arrays are in half precision. In the small form of a file a matrix is stored as 8-bit integers with
a scale per row (a separate array): half the size, and nearly the same moves. Policies always play
from the stored, rounded weights.
"""

import io
import zlib
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import MsgspecError

from agents.runs.storage import MOST_BYTES, arrays_in
from native.records.json_bytes import decode_json

SCALE = ".scale"
"""The suffix of the name of the array that holds a matrix's scales, one per row."""
LARGEST = 127
"""The 8-bit integer that stands for the largest absolute value of a matrix row in a small file."""

Array = npt.NDArray[Any]
Info = TypeVar("Info", bound=msgspec.Struct)
Shapes = Mapping[str, tuple[int, ...]]


def encode(card: msgspec.Struct, weights: Mapping[str, Array]) -> bytes:
    """Return a network's weights and metadata as the bytes of a weight file, in half precision;
    equal weights give equal bytes.

    `card` is the metadata, such as the run and its recipe; `weights` are the arrays by name.
    """
    halves = {name: array.astype(np.float16) for name, array in weights.items()}
    return _file(np.frombuffer(msgspec.json.encode(card), np.uint8), halves)


def smaller(data: bytes) -> bytes:
    """Return the bytes of a weight file in its small form, with matrices of 8-bit integers; `data`
    are the bytes of the file in half precision.
    """
    arrays = arrays_in(data)
    card = arrays.pop("card")
    small: dict[str, Array] = {}
    for name, array in arrays.items():
        small |= _bytes(name, array) if array.ndim > 1 else {name: array}
    return _file(card, small)


def _file(card: Array, arrays: Mapping[str, Any]) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, card=card, **arrays)
    return file.getvalue()


def _bytes(name: str, matrix: Array) -> dict[str, Array]:
    """Return the matrix as 8-bit integers, and the scale of each row."""
    scale = (np.abs(matrix).max(axis=-1, keepdims=True) / LARGEST).astype(np.float16)
    shares = matrix.astype(np.float32) / np.where(scale > 0, scale, 1)
    whole = np.round(shares).clip(-LARGEST, LARGEST).astype(np.int8)
    return {name: whole, name + SCALE: scale}


def decode(data: bytes, kind: type[Info]) -> tuple[Info, dict[str, Array]]:
    """Return the metadata and the float32 arrays of a weight file from its bytes; `kind` is the
    type of the metadata. Raise ValueError if the file is invalid.
    """
    try:
        arrays = arrays_in(data, MOST_BYTES)
        card = decode_json(arrays.pop("card").tobytes(), kind)
    except (KeyError, ValueError, MsgspecError) as error:
        raise ValueError(f"it is not a weight file ({error})") from None
    return card, _singles(arrays)


def _singles(arrays: dict[str, Array]) -> dict[str, Array]:
    """Return the weights in float32. Raise ValueError if the arrays have another format."""
    scales = {name: arrays.pop(name + SCALE) for name in [*arrays] if name + SCALE in arrays}
    halves = [array for name, array in arrays.items() if name not in scales] + [*scales.values()]
    if any(half.dtype != np.float16 or not np.isfinite(half).all() for half in halves):
        raise ValueError("its numbers are not finite half-precision values")
    for name, scale in scales.items():
        if arrays[name].dtype != np.int8 or scale.shape != (*arrays[name].shape[:-1], 1):
            raise ValueError(f"{name} is not a matrix of 8-bit integers with a scale for each row")
    singles = {name: array.astype(np.float32) for name, array in arrays.items()}
    return singles | {name: singles[name] * scale for name, scale in scales.items()}


def check(weights: Mapping[str, Array], shapes: Shapes) -> None:
    """Raise ValueError unless the arrays `weights`, by name, have exactly the names and shapes in
    `shapes`.
    """
    if {name: array.shape for name, array in weights.items()} != shapes:
        raise ValueError("its arrays do not fit its network")


def version(data: bytes) -> str:
    """Return a checksum of a weight file's bytes, 8 hexadecimal digits, used as the version of its
    agent.
    """
    return f"{zlib.crc32(data):08x}"
