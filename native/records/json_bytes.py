"""Decoding of untrusted JSON: uploads, files and archives."""

from typing import TypeVar

import msgspec

T = TypeVar("T")


def decode_json(data: bytes, kind: type[T]) -> T:
    """Decode JSON as a value of the type `kind`.

    Raises msgspec.DecodeError if the JSON is invalid, not UTF-8 or nested too deeply, and its
    subclass msgspec.ValidationError if the value has another type. (msgspec itself raises
    UnicodeDecodeError and RecursionError in two of these cases.)
    """
    try:
        return msgspec.json.decode(data, type=kind)
    except UnicodeDecodeError as error:
        raise msgspec.DecodeError(f"its text is not UTF-8 ({error.reason})") from None
    except RecursionError:
        raise msgspec.DecodeError("it is nested too deeply") from None
