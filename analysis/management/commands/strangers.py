"""Play runs that learnt alike with each other and with strangers, and store it for their page."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from agents.contract import AgentError
from agents.management.long_command import ending_in_words
from analysis.papers.strangers import GAMES, LEARNERS, SEED


class Command(BaseCommand):
    help = "Play agents that learnt alike with each other and with agents they never met."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("learners", choices=tuple(LEARNERS))
        parser.add_argument("--games", type=int, default=GAMES, help="of each pair")
        parser.add_argument("--seed", default=SEED)
        parser.add_argument("--dry-run", action="store_true", help="print, and store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        learners = LEARNERS[options["learners"]]
        try:
            with ending_in_words():
                results = learners.measure(options["games"], options["seed"])
                if not options["dry_run"]:
                    learners.save(results)
        except (AgentError, ValueError) as error:
            raise CommandError(str(error), returncode=2) from None
        for pair in results.pairs:
            mean = pair.mean
            self.stdout.write(f"{pair.one} {pair.other}: {mean.value:.2f} ± {mean.sem or 0:.2f}")
