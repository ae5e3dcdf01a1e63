"""Give an agent that runs elsewhere what lets it in: `manage.py agent_token NAME`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from agents.contract import AgentError
from analysis.evaluate.challenge.submission import Submission
from analysis.evaluate.dialled import token_for
from native import BadRules


class Command(BaseCommand):
    help = (
        "Print a token with which an agent may dial in for a year (docs/agents-elsewhere.md); with "
        "--pool a key for just these games, in the way of AH2AC2 (docs/ah2ac2.md)."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="whom it is for")
        parser.add_argument("--pool", default="", help="such as pool:literature7")
        parser.add_argument("--players", type=int, nargs="+", default=[2], help="table sizes: 2 3")
        parser.add_argument("--games", type=int, default=10, help="with each member of the pool")
        parser.add_argument("--seed", default="1", help="of the deals")

    def handle(self, *, name: str, pool: str, **options: Any) -> None:
        if not pool:
            self.stdout.write(token_for(name))
            return
        sizes = tuple(options["players"])
        try:
            key = Submission(name, pool, sizes, options["games"], options["seed"]).key()
        except (AgentError, BadRules) as error:
            raise CommandError(str(error), returncode=2) from None
        self.stdout.write(key)
