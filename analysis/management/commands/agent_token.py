"""Make a token or key for an agent that runs elsewhere: `manage.py agent_token NAME`."""

from argparse import ArgumentParser
from typing import Any

from agents.management.long_command import LongCommand
from analysis.evaluate.challenge.submission import Submission
from analysis.evaluate.keys import key_for, numbered, token_for


class Command(LongCommand):
    help = (
        "Print a token that lets an agent connect for a year (docs/agents-elsewhere.md) or, with "
        "--pool, a key for these games alone, with the protocol of AH2AC2 (docs/ah2ac2.md). It is "
        "shown only once."
    )
    stopped = "Stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="name of the owner")
        parser.add_argument("--pool", default="", help="partners, such as pool:literature7")
        parser.add_argument(
            "--players", type=int, nargs="+", default=[2], help="table sizes, such as 2 3 (2)"
        )
        parser.add_argument("--games", type=int, default=10, help="games with each member (10)")
        parser.add_argument(
            "--seed",
            default="",
            help="of the deals, for practice only; left out: random, and secret until all games "
            "are played",
        )

    def handle(self, *, name: str, pool: str, **options: Any) -> None:
        if pool:
            sizes = tuple(options["players"])
            secret = key_for(Submission(name, pool, sizes, options["games"], options["seed"]))
        else:
            secret = token_for(name)
        self.stdout.write(secret)
        self.stderr.write(f"Withdraw it with manage.py agent_tokens --withdraw {numbered(secret)}")
