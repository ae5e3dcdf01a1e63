"""Write the types of what the server sends into `build/types`, for `tests/js/check.sh types`.

JavaScript imports the types of a Python module such as `game.protocol` from `game/protocol`: those
named in `SENT`, and the structs that these refer to.
"""

import json
import os
from importlib import import_module
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import django
from msgspec.structs import fields

SENT = {
    "game.protocol": ("FromServer", "Act", "WriteNote", "Say"),
    "game.protocol.shared_replay": ("SharedView", "Room"),
    "game.replays.hindsight": ("Hindsight",),
    "game.replays.coaching": ("GameReport",),
    "game.board.hints": ("Hint",),
}
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null"}


def named(hint: Any, types: dict[str, str]) -> str:
    """Return a Python type in TypeScript; describe the structs that it refers to in `types`."""
    if hint in PLAIN:
        return PLAIN[hint]
    kind, inner = get_origin(hint), get_args(hint)
    if kind is Literal:
        return " | ".join(map(json.dumps, inner))
    parts = [named(part, types) for part in inner]
    if kind in (Union, UnionType):
        return " | ".join(parts)
    if kind is list:
        return f"Array<{parts[0]}>"
    if kind is tuple:
        return f"[{', '.join(parts)}]"
    if kind is dict:
        return f"Record<string, {parts[1]}>"
    if hint.__name__ not in types:
        types[hint.__name__] = described(hint, types)
    return str(hint.__name__)


def described(struct: Any, types: dict[str, str]) -> str:
    """Return the fields of a struct in TypeScript. Those are optional that may be left out."""
    config, hints = struct.__struct_config__, get_type_hints(struct)
    lines = [f"{config.tag_field}: {json.dumps(config.tag)};"] if config.tag else []
    for field in fields(struct):
        meaning = named(hints[field.name], types)
        optional = config.omit_defaults and not field.required
        if optional and field.default is None:
            meaning = meaning.removesuffix(" | null")
        lines.append(f"{field.encode_name}{'?' if optional else ''}: {meaning};")
    return "\n  ".join(["{", *lines]) + "\n}"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hanabi_site.settings")
    django.setup()
    for module, sent in SENT.items():
        types: dict[str, str] = {}
        for name in sent:
            meaning = named(getattr(import_module(module), name), types)
            types.setdefault(name, meaning)
        file = Path("build/types", f"{module.replace('.', '/')}.d.ts")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"export type {name} = {types[name]};\n" for name in types))
