"""Place the named agents on a run's map, and let each play with every elite of it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from agents.archives import BadArchive, BadRun, runs
from analysis.diversity import named_agents
from analysis.diversity.named_agents import GAMES, OWN_GAMES
from analysis.management.arguments import checked


class Command(BaseCommand):
    help = "Place the named agents on a run's map, and let each play with every elite of it."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", help="name of the run")
        parser.add_argument("--games", type=int, default=GAMES, help=f"a pair ({GAMES})")
        parser.add_argument(
            "--own-games", type=int, default=OWN_GAMES, help=f"with itself ({OWN_GAMES:,})"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        games = checked("games", options["games"], 4, 100_000)
        own = checked("own-games", options["own_games"], 2, 10_000_000)
        try:
            table = named_agents.make(options["run"], games, own, self.stderr.write)
            places = table.places(runs.load(options["run"]))
        except (BadRun, BadArchive) as error:
            raise CommandError(str(error)) from None
        for number, (address, place) in enumerate(zip(table.addresses, places, strict=True)):
            alone = table.own[number] / own
            with_all = table.mean[number].mean()
            cell = ",".join(map(str, place))
            self.stdout.write(f"{address:26}{cell:>7}{alone:8.2f}{with_all:8.2f}")
