"""Create demo data: finished games between agents. Running it again creates no duplicates."""

from typing import Any

from django.core.management.base import BaseCommand

from game.models import Player, Table
from game.tables import agent_turns, changes

GAMES = [
    ("demo-piers", ("rules:piers", "rules:piers")),
    ("demo-piers-iggi", ("rules:piers", "rules:iggi")),
    ("demo-three", ("rules:iggi", "rules:piers", "rules:iggi")),
]


class Command(BaseCommand):
    """Creates those of the finished demo games between agents that do not exist yet."""

    help = "Create the demo data: finished games between agents."

    def handle(self, *args: Any, **options: Any) -> None:
        host, _ = Player.objects.get_or_create(key="demo", defaults={"name": "Hanabi Lab"})
        made = 0
        for slug, addresses in GAMES:
            if not Table.objects.filter(slug=slug).exists():
                _play(slug, addresses, host)
                made += 1
        self.stdout.write(f"{made} demo games made, {len(GAMES) - made} were there already.")


def _play(slug: str, addresses: tuple[str, ...], host: Player) -> None:
    plans = [changes.SeatPlan(address=address) for address in addresses]
    changes.create(plans, host, slug=slug, seed=slug)
    agent_turns.play_out(slug)
