"""Place the named agents on a run's map, and let each play with every elite of it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from agents.archives import runs
from agents.management.long_command import ending_in_words
from analysis.diversity import named_agents
from analysis.diversity.named_matches import GAMES, OWN_GAMES, ROUNDS, Matches
from analysis.management.arguments import checked


class Command(BaseCommand):
    help = (
        "Place the named agents on a run's map, and let each play with every elite of it. Those "
        "that have not changed since are taken from the run's table."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", help="name of the run")
        parser.add_argument("--games", type=int, default=GAMES, help=f"a pair ({GAMES})")
        parser.add_argument(
            "--own-games", type=int, default=OWN_GAMES, help=f"with itself ({OWN_GAMES:,})"
        )
        parser.add_argument(
            "--rounds",
            type=int,
            default=ROUNDS,
            help=f"of two games a pair, for agents that think long ({ROUNDS})",
        )
        parser.add_argument(
            "--anew", action="store_true", help="play also what the run's table already has"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        matches = Matches(
            games=checked("games", options["games"], 4, 100_000),
            own_games=checked("own-games", options["own_games"], 2, 10_000_000),
            rounds=checked("rounds", options["rounds"], 1, 10_000),
            show=self.stderr.write,
        )
        with ending_in_words("Stopped. The same command goes on."):
            table = named_agents.make(options["run"], matches, anew=options["anew"])
            places = table.places(runs.load(options["run"]))
        for number, (address, place) in enumerate(zip(table.addresses, places, strict=True)):
            alone, with_all = table.own_mean[number], table.mean[number].mean()
            cell = ",".join(map(str, place))
            self.stdout.write(f"{address:34}{cell:>7}{alone:8.2f}{with_all:8.2f}")
