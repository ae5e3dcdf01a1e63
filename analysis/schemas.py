"""The JSON Schemas of the program's formats, by name."""

import json
from collections.abc import Callable
from typing import Any

import msgspec

from agents.agent_protocol import schema as agent_schema
from agents.archives import Archive
from agents.conventions.position import ConventionPosition
from game.protocol import schema
from game.replays.trace_schema import TraceDocument
from native.empathy.lines import Line

SCHEMAS: dict[str, Callable[[], dict[str, Any]]] = {
    "agent": agent_schema,
    "archive": lambda: msgspec.json.schema(Archive),
    "convention": lambda: msgspec.json.schema(ConventionPosition),
    "position": lambda: msgspec.json.schema(Line),
    "table": schema,
    "trace": lambda: msgspec.json.schema(TraceDocument),
}


def schema_text(name: str) -> str:
    """Return the JSON Schema of the format called `name`, a key of `SCHEMAS` such as "trace", as
    indented JSON with a final newline.
    """
    return json.dumps(SCHEMAS[name](), indent=1) + "\n"
