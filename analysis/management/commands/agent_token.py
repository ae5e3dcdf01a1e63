"""Give an agent that runs elsewhere what lets it in: `manage.py agent_token NAME`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from analysis.evaluate.dialled import token_for


class Command(BaseCommand):
    help = "Print a token with which an agent may dial in for a year (docs/agents-elsewhere.md)."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="whom it is for")

    def handle(self, *, name: str, **options: Any) -> None:
        self.stdout.write(token_for(name))
