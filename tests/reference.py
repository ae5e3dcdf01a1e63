"""Write the package's reference page: `python -m tests.reference > docs/reference.md`."""

import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from functools import cached_property
from types import FunctionType

from numpy.typing import ArrayLike

import hanabi_lab

HEAD = """# Reference

Every name of `hanabi_lab`, from its docstrings. Written by `python -m tests.reference`.
[Python](python.md) shows how they are used.
"""

CALLED = ("__init__", "__call__")
SECTIONS = ("Args:", "Returns:", "Raises:", "Attributes:")


def document() -> str:
    """Return the package's reference page as Markdown."""
    parts = [HEAD]
    for name in sorted(hanabi_lab.__all__, key=str.lower):
        parts += _entry(name, getattr(hanabi_lab, name))
    return "\n".join(parts)


def _entry(name: str, thing: object) -> Iterator[str]:
    yield f"## {name}\n"
    if inspect.isclass(thing):
        yield f"{_text(thing)}\n"
        if not (thing.__module__.startswith("native") or issubclass(thing, Exception)):
            yield from _members(name, thing)
    elif inspect.isfunction(thing):
        yield f"```python\n{name}{_signature(thing)}\n```\n"
        yield f"{_text(thing)}\n"
    else:
        yield f"`{thing}`\n"


def _members(owner: str, thing: type) -> Iterator[str]:
    members = {
        name: member
        for name, member in vars(thing).items()
        if isinstance(member, FunctionType | property | cached_property)
        and (name in CALLED or not name.startswith("_"))
        and member.__doc__
    }
    brief = {name: member for name, member in members.items() if "\n\n" not in _text(member)}
    if brief:
        lines = [f"- `{name}{_arguments(one)}`: {_line(one)}" for name, one in brief.items()]
        yield "\n".join(["Members:\n", *lines, ""])
    for name, member in members.items():
        if name not in brief:
            yield f"### {owner}.{name}\n"
            if inspect.isfunction(member):
                yield f"```python\n{name}{_signature(member)}\n```\n"
            yield f"{_text(member)}\n"


def _arguments(member: object) -> str:
    return _signature(member) if inspect.isfunction(member) else ""


def _signature(function: object) -> str:
    signature = inspect.signature(function)  # type: ignore[arg-type]
    text = str(signature.replace(return_annotation=signature.empty))
    text = text.replace(inspect.formatannotation(ArrayLike), "ArrayLike").replace("'", "")
    return text.replace("(self, ", "(").replace("(self)", "()")


def _line(member: object) -> str:
    return " ".join(_text(member).split())


def _text(thing: object) -> str:
    """Return a docstring as Markdown, with its sections as lists and its examples as code."""
    return "\n\n".join(map(_paragraph, (inspect.getdoc(thing) or "").split("\n\n")))


def _paragraph(text: str) -> str:
    head, _, rest = text.partition("\n")
    if text.startswith(">>>"):
        code = re.sub(r"^(>>>|\.\.\.) ?", "", text, flags=re.MULTILINE)
        return f"```python\n{code}\n```"
    if head not in SECTIONS:
        return text
    listed = re.sub(r"^(\*{0,2}\w+):", r"`\1`:", textwrap.dedent(rest), flags=re.MULTILINE)
    items = re.sub(r"^(?=\S)", "- ", listed, flags=re.MULTILINE)
    return f"{head}\n\n{textwrap.dedent(rest) if head == 'Returns:' else items}"


if __name__ == "__main__":
    sys.stdout.write(document())
