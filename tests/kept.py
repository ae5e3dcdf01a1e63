"""What a page or a command tells, compared as a whole with what is written down of it.

`told(response)` is every word and number that a view hands to its template. A test compares it with
a file of `tests/kept`, which `KEEP=1 python -m pytest FILE` writes anew: read the difference before
you commit it, since it is what visitors will see change.
"""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, ValuesView
from difflib import unified_diff
from hashlib import blake2b
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from django.core.management import CommandError, call_command
from django.forms import BaseForm

FOLDER = Path(__file__).with_suffix("")
LONGEST = 12
"""Of a list that is written in full; of a longer one the first two, the last, and a digest."""
IN_FULL = ("figures",)
"""Names of lists that are written in full, however long they are."""
LONGEST_ANSWER = 300
"""Characters of what a call answers."""
WIDEST = 160
"""Characters of a list or a dict that is written on one line."""
LONGEST_CHANGE = 2_000
"""Characters of a difference that is shown."""
TIMES = re.compile(r'(\b(?:games_per_second|seconds|ms_mean)"?:?|games in) *[\d.]+(?:e[-+]\d+)?')
LONG_FLOATS = re.compile(r"\d+\.\d{8,}(?:e-?\d+)?")
MOMENTS = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+(?:Z|[+-]\d\d:\d\d)")
OF_FIELDS = ("label", "initial", "required", "help_text", "min_value", "max_value", "max_length")


def same_as_kept(name: str, text: str) -> bool:
    """Whether this is what the file says; with KEEP=1 it is from now on."""
    file = FOLDER / f"{name}.txt"
    if os.environ.get("KEEP"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    was, now = file.read_text().splitlines(), text.splitlines()
    changed = "\n".join(unified_diff(was, now, "kept", "now", n=0, lineterm=""))
    assert not changed, f"KEEP=1 writes {file.name} anew:\n{changed[:LONGEST_CHANGE]}"
    return True


def told(response: Any, *, but: tuple[str, ...] = (), part: str = "figures") -> str:
    """What the view gave to the page, `part` among it, without some parts."""
    layers = [layer for context in response.context for layer in context.dicts]
    given = next(layer for layer in layers if part in layer)
    left_out = {"figure_of", "drawn", *but}
    return as_text({name: value for name, value in given.items() if name not in left_out})


def printed(name: str, *arguments: object, **options: object) -> str:
    """A command's call, what it prints and how it ends, times masked."""
    out, err = StringIO(), StringIO()
    end = ""
    try:
        call_command(name, *map(str, arguments), **options, stdout=out, stderr=err)
    except CommandError as refusal:
        end = f"{refusal} ({refusal.returncode})\n"
    call = " ".join([name, *map(str, arguments), *(f"{k}={v}" for k, v in options.items())])
    text = f"$ {call}\n{out.getvalue().rstrip()}\n{end}"
    text = LONG_FLOATS.sub(lambda found: rounded(float(found[0])), text)
    return TIMES.sub(r"\1 ...", text)


def without_moments(text: str) -> str:
    """With dots for every time of a clock."""
    return MOMENTS.sub("...", text)


def digest(value: object) -> str:
    return blake2b(repr(value).encode(), digest_size=6).hexdigest()


def digest_of_text(value: Any) -> str:
    """Of what `as_text` says."""
    return blake2b(as_text(value).encode(), digest_size=6).hexdigest()


def said(do: Callable[[], object], refusals: tuple[type[Exception], ...] = ()) -> str:
    """What it answers, or how it refuses: in the usual exceptions or in these."""
    try:
        return repr(do()).split(" object at ")[0][:LONGEST_ANSWER]
    except (ValueError, IndexError, OverflowError, *refusals) as refusal:
        return f"{type(refusal).__name__}: {refusal}"


def rounded(number: float) -> str:
    """Without the digits in which machines differ."""
    return f"{number:.6g}"


def as_text(value: Any) -> str:
    return "\n".join(_lines(value)) + "\n"


def _lines(value: Any, head: str = "", deep: int = 0) -> Iterator[str]:
    plain = _plain(value)
    begin = "  " * deep + head
    if isinstance(plain, list) and len(plain) > LONGEST and head not in IN_FULL:
        few = [*plain[:2], plain[-1]]
        begin = f"{begin} {len(plain)} of them, {digest(list(map(_whole, plain)))}"
        if not any(isinstance(_plain(one), list | dict) for one in few):
            yield f"{begin}, {_whole(few)}"
            return
        yield begin
        plain = few
    else:
        line = repr(_whole(plain)) if isinstance(plain, list | dict) else str(plain)
        if not isinstance(plain, list | dict) or len(line) < WIDEST:
            yield f"{begin} {line}"
            return
        yield begin
    parts = plain.items() if isinstance(plain, dict) else (("-", one) for one in plain)
    for key, part in parts:
        yield from _lines(part, str(key), deep + 1)


def _whole(value: Any) -> Any:
    plain = _plain(value)
    if isinstance(plain, dict):
        return {key: _whole(part) for key, part in plain.items()}
    return [_whole(part) for part in plain] if isinstance(plain, list) else plain


def _plain(value: Any) -> Any:
    """A dict, a list, or a text or number that is the same on every machine."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool | int | None):
        return value
    if isinstance(value, float):
        return float(rounded(value))
    if isinstance(value, str):
        return str(value)
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, Mapping):
        return {str(key): part for key, part in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            one.name: getattr(value, one.name)
            for one in dataclasses.fields(value)
            if not _is_default(getattr(value, one.name), one.default)
        }
    if isinstance(value, msgspec.Struct):
        return {name: getattr(value, name) for name in value.__struct_fields__}
    if isinstance(value, BaseForm):
        return {name: _field(field) for name, field in value.fields.items()} | {
            "errors": {name: list(said) for name, said in value.errors.items()}
        }
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, list | tuple | KeysView | ValuesView | ItemsView):
        return list(value)
    return type(value).__name__


def _is_default(value: Any, default: Any) -> bool:
    """What was stored and read again is equal, but not the same object."""
    plain = isinstance(default, str | int | float | tuple) and type(value) is type(default)
    return value is default or (plain and bool(value == default))


def _field(field: Any) -> dict[str, Any]:
    found = {name: getattr(field, name) for name in OF_FIELDS if getattr(field, name, None)}
    choices = [list(one) for one in getattr(field, "choices", ())]
    return found | ({"choices": choices} if choices else {})
