"""Print a JSON Schema of the program's files and messages: `manage.py schemas trace`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from analysis.schemas import SCHEMAS, schema_text


class Command(BaseCommand):
    help = "Print a JSON Schema; docs/formats.md lists them."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", choices=sorted(SCHEMAS), help="kind of file or message")

    def handle(self, *, name: str, **options: Any) -> None:
        self.stdout.write(schema_text(name), ending="")
