"""Print the JSON Schema of what the program reads and writes: `manage.py schemas trace`."""

import json
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

import msgspec
from django.core.management.base import BaseCommand

from agents.agent_protocol import schema as agent_schema
from agents.archives import Archive
from analysis.traces.schema import json_schema
from game.protocol import schema
from native.empathy.lines import Line

SCHEMAS: dict[str, Callable[[], dict[str, Any]]] = {
    "agent": agent_schema,
    "archive": lambda: msgspec.json.schema(Archive),
    "position": lambda: msgspec.json.schema(Line),
    "table": schema,
    "trace": json_schema,
}


class Command(BaseCommand):
    help = "Print a JSON Schema; docs/formats.md tells what each is of."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", choices=sorted(SCHEMAS))

    def handle(self, *, name: str, **options: Any) -> None:
        self.stdout.write(json.dumps(SCHEMAS[name](), indent=1))
