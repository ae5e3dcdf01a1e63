"""Let agents play many games and print how they did."""

import json
import os
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from agents.arena import simulate
from agents.contract import AgentError
from agents.management.long_command import ending_in_words
from agents.registry import Entry
from agents.seating import seat
from native import End, Rules
from native.engine.errors import HanabiError
from native.play.results import Result
from native.rulebase import Mode


class Command(BaseCommand):
    help = "Play games between agents: one address for self-play, or one for each seat in order."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("agents", nargs="+", metavar="AGENT", help="such as rules:piers")
        parser.add_argument("--games", type=int, default=10_000)
        parser.add_argument("--first", type=int, default=0, help="game of the run (0)")
        parser.add_argument("--players", type=int, help="left out: one for each agent, at least 2")
        parser.add_argument("--seed", default="0")
        parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
        modes = parser.add_mutually_exclusive_group()
        modes.add_argument(
            "--faithful",
            action="store_true",
            help="give a game up where the published program failed, instead of going on",
        )
        modes.add_argument(
            "--clean",
            action="store_true",
            help="go on everywhere, elites of faithful archives too (left out: as their archive)",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        addresses = options["agents"]
        chosen = options["faithful"] or options["clean"]
        mode = Mode.FAITHFUL if options["faithful"] else Mode.CLEAN
        try:
            if options["first"] < 0:
                raise AgentError(f"The first game is 0 or a later one, not {options['first']}.")
            rules = Rules(options["players"] or max(2, len(addresses)))
            entries = seat(addresses, rules)
            if chosen:
                _refuse_unless_rule_lists(entries)
            started = time.perf_counter()
            with ending_in_words():
                result = simulate(
                    rules,
                    entries,
                    options["games"],
                    options["seed"],
                    first=options["first"],
                    mode=mode if chosen else None,
                    threads=options["threads"],
                )
        except (AgentError, HanabiError, ValueError) as error:
            raise CommandError(str(error), returncode=2) from None
        report: dict[str, object] = {
            "agents": [entry.address for entry in entries],
            "players": rules.players,
            "games": result.games,
            "first": options["first"],
            "seed": options["seed"],
            **figures(result),
            "seats": [seat.measures for seat in result.seats],
            "games_per_second": round(result.games / (time.perf_counter() - started)),
        }
        self.stdout.write(json.dumps(report) if options["json"] else as_lines(report))


def _refuse_unless_rule_lists(entries: list[Entry]) -> None:
    for entry in entries:
        if not entry.plays_in_core:
            raise AgentError(f"Only rule lists have modes, and {entry.address} is none.")


def figures(result: Result) -> dict[str, object]:
    """Scores, ends and measures, all seats pooled."""
    return {
        "mean_stacks": result.mean_stacks,
        "sem_stacks": result.sem_stacks,
        "mean_zero": result.mean_zero,
        "sem_zero": result.sem_zero,
        "perfect": result.ends[End.PERFECT],
        "strikeouts": result.ends[End.STRIKEOUT],
        "given_up": result.ends[End.TERMINATED],
        "turns_mean": result.turns / result.games,
        **result.all_seats.measures,
    }


def as_lines(report: dict[str, object]) -> str:
    """The report for people; a line a figure."""
    return "\n".join(f"{name:22}{_text(value)}" for name, value in report.items())


def _text(value: object) -> str:
    if isinstance(value, list):
        return " | ".join(map(_text, value))
    if isinstance(value, dict):
        return " ".join(map(_text, value.values()))
    if isinstance(value, float):
        return f"{value:.4f}"
    return "-" if value is None else str(value)
