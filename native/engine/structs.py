"""Structs of the core as NumPy dtypes, for arrays that Python and C share."""

from typing import Any

import numpy as np

from native._core import ffi


def dtype_of(struct: str) -> np.dtype[Any]:
    """Return a NumPy dtype with the same fields and memory layout as a C struct of the core, named
    in `struct`, such as `hl_row`.

    The struct's fields must be whole numbers, or arrays or structs of whole numbers.
    """
    dtype = _dtype(ffi.typeof(struct))
    assert dtype.itemsize == ffi.sizeof(struct)
    return dtype


def _dtype(kind: Any) -> np.dtype[Any]:
    if kind.kind == "struct":
        return np.dtype([(name, _dtype(field.type)) for name, field in kind.fields], align=True)
    if kind.kind == "array":
        return np.dtype((_dtype(kind.item), kind.length))
    name: str = kind.cname.removesuffix("_t")
    return np.dtype(name)
