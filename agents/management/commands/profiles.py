"""Rebuild what comes with the program of the named agents' self-play."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from agents import registry
from agents.management.long_command import ending_in_words
from agents.profile import TABLES, games_of, played
from agents.runs.storage import replace
from agents.shipped_profiles import PROFILES, Key, shipped, written
from native.play.results import Result

SLOW_TABLES = (2,)
"""Of agents that are too slow for a page to wait, two minutes each."""


class Command(BaseCommand):
    help = "Play the games that the named agents' pages tell of, where an agent has changed."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        results: dict[Key, Result] = {}
        known = shipped()
        with ending_in_words():
            for entry in registry.seatable():
                for players in tables_of(entry):
                    key = (entry.address, entry.version, players, games_of(entry))
                    if key not in known:
                        self.stdout.write(f"{entry.address} with {players} players")
                    results[key] = known.get(key) or played(entry, players)
            replace(PROFILES, written(results).encode())
        self.stdout.write(f"{len(results)} profiles are in {PROFILES.name}.")


def tables_of(entry: registry.Entry) -> list[int]:
    """The tables whose games come with the program."""
    return sorted(set(TABLES if entry.self_play_games else SLOW_TABLES) & set(entry.players))
