"""The package's reference as a document: `python -m hanabi_lab.reference > docs/reference.md`."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator

import hanabi_lab

HEAD = """# Reference

Every name of `hanabi_lab`, from its docstrings: `python -m hanabi_lab.reference` writes this page.
[Python](python.md) shows how they are used.
"""


def document() -> str:
    """The whole page, Markdown."""
    parts = [HEAD]
    for name in sorted(hanabi_lab.__all__, key=str.lower):
        parts += _entry(name, getattr(hanabi_lab, name))
    return "\n".join(parts)


def _entry(name: str, thing: object) -> Iterator[str]:
    yield f"## {name}\n"
    if inspect.isclass(thing):
        if thing.__module__.startswith("native") or issubclass(thing, Exception):
            yield f"{_text(thing)}\n"
            return
        yield f"{_text(thing)}\n"
        yield from _members(thing)
    elif inspect.isfunction(thing):
        yield f"```python\n{name}{_signature(thing)}\n```\n"
        yield f"{_text(thing)}\n"
    else:
        yield f"`{thing}`\n"


def _members(thing: type) -> Iterator[str]:
    listed = [
        f"- `{name}{_arguments(member)}`: {_first(member)}"
        for name, member in vars(thing).items()
        if not name.startswith("_") and inspect.getdoc(member) and not isinstance(member, type)
    ]
    if listed:
        yield "\n".join([*listed, ""])


def _arguments(member: object) -> str:
    return _signature(member) if inspect.isfunction(member) else ""


def _signature(function: object) -> str:
    signature = inspect.signature(function)  # type: ignore[arg-type]
    text = str(signature.replace(return_annotation=signature.empty)).replace("'", "")
    return text.replace("(self, ", "(").replace("(self)", "()")


def _first(member: object) -> str:
    return " ".join((inspect.getdoc(member) or "").split("\n\n")[0].split())


def _text(thing: object) -> str:
    return inspect.getdoc(thing) or ""


if __name__ == "__main__":
    sys.stdout.write(document())
