"""List and withdraw tokens and keys: `manage.py agent_tokens [--withdraw NUMBER ...]`."""

from argparse import ArgumentParser
from typing import Any

from agents.management.long_command import LongCommand
from analysis.evaluate import keys
from analysis.models import AgentKey


class Command(LongCommand):
    help = (
        "List the tokens and keys made by agent_token, or withdraw some, which are refused from "
        "then on. Games in progress are played to their end."
    )
    stopped = "Stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--withdraw", type=int, nargs="+", metavar="NUMBER", default=[], help="by number"
        )

    def handle(self, *, withdraw: list[int], **options: Any) -> None:
        rows = [keys.withdraw(number) for number in withdraw]
        for row in rows or AgentKey.objects.order_by("pk"):
            self.stdout.write(_line(row))


def _line(row: AgentKey) -> str:
    until = f"until {row.made + keys.LASTS:%Y-%m-%d}"
    state = f"withdrawn {row.withdrawn:%Y-%m-%d}" if row.withdrawn else until
    sizes = ", ".join(str(size) for size in row.players)
    kind = "practice key" if row.practice else "key"
    games = f"season {row.season}" if row.season else row.pool
    plan = f"{row.games} games a partner, {sizes} players"
    about = f"{kind} for {games} ({plan})" if row.pool else "token"
    return f"{row.pk:>5}  {row.owner}: {about}, {state}"
