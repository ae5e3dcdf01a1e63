"""Print the socket protocol as JSON Schema."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from game.protocol import schema


class Command(BaseCommand):
    help = "Print the JSON Schema of the table protocol, both directions."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(schema(), indent=1))
