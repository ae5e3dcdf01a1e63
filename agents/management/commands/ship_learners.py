"""Put finished runs of `train` and models of `hcic` among those that come with the program."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from agents.learning.shipping import ship
from agents.runs.errors import BadRun


class Command(BaseCommand):
    help = (
        "Copy finished runs of `train` and models of `hcic` into the program: their curves for the "
        "page /analysis/learning/, their weights for rl:NAME. Checkpoints stay behind."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("names", nargs="+", help="of runs and models")

    def handle(self, *args: Any, **options: Any) -> None:
        for name in options["names"]:
            try:
                written = ship(name)
            except BadRun as error:
                raise CommandError(str(error), returncode=2) from None
            size = sum(path.stat().st_size for path in written)
            self.stdout.write(f"{name}: {size / 1e6:.1f} MB in {written[0].parent}")
