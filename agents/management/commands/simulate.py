"""Let agents play many games and print their results."""

import os
import time
from typing import Any

from django.core.management.base import CommandParser

from agents.arena import simulate
from agents.challengers import challenger
from agents.contract import AgentError
from agents.entry import Entry, seat
from agents.management.long_command import LongCommand
from native import End, Rules
from native.play.results import Result
from native.rulebase import Mode


class Command(LongCommand):
    help = "Play games between agents: one address for self-play, or one for each seat in order."
    refusals = (ValueError,)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("agents", nargs="+", metavar="AGENT", help="such as rules:piers")
        parser.add_argument("--games", type=int, default=10_000, help="number of games (10000)")
        parser.add_argument("--first", type=int, default=0, help="number of the first game (0)")
        parser.add_argument(
            "--players", type=int, help="seats; by default one per agent, at least 2"
        )
        parser.add_argument(
            "--variant", default="No Variant", help='as hanab.live names it, such as "6 Suits"'
        )
        parser.add_argument("--seed", default="0", help="of deals and random choices (0)")
        parser.add_argument(
            "--threads", type=int, default=os.cpu_count() or 1, help="threads (one per processor)"
        )
        modes = parser.add_mutually_exclusive_group()
        modes.add_argument(
            "--faithful",
            action="store_true",
            help="end a game where a rule fails or none applies (default: as each list does)",
        )
        modes.add_argument(
            "--clean",
            action="store_true",
            help="ask the next rule there, and finally make a random legal move",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        addresses = options["agents"]
        chosen = options["faithful"] or options["clean"]
        mode = Mode.FAITHFUL if options["faithful"] else Mode.CLEAN
        if options["first"] < 0:
            raise AgentError(f"first must be 0 or more, not {options['first']}.")
        players = options["players"] or max(2, len(addresses))
        rules = Rules.standard(players, options["variant"])
        entries = seat([challenger(one) for one in addresses], rules)
        if chosen:
            _refuse_unless_rule_lists(entries)
        started = time.perf_counter()
        result = simulate(
            rules,
            entries,
            options["games"],
            options["seed"],
            first=options["first"],
            mode=mode if chosen else None,
            threads=options["threads"],
        )
        report: dict[str, object] = {
            "agents": [entry.address for entry in entries],
            "players": rules.players,
            "variant": rules.variant,
            "games": result.games,
            "first": options["first"],
            "seed": options["seed"],
            **figures(result),
            "seats": [seat.measures for seat in result.seats],
            "games_per_second": round(result.games / (time.perf_counter() - started)),
        }
        self.answer(report, as_lines(report), as_json=options["json"])


def _refuse_unless_rule_lists(entries: list[Entry]) -> None:
    for entry in entries:
        if not entry.plays_in_core:
            raise AgentError(f"Only rule lists have modes, and {entry.address} is not one.")


def figures(result: Result) -> dict[str, object]:
    """Return the figures of simulated games as JSON-ready data, a value by name: mean scores, the
    numbers of games that were perfect, lost by strikes or given up, the mean number of turns, and
    measures of style over all seats together.
    """
    several = result.games > 1  # one game has no standard error
    return {
        "mean_stacks": result.mean_stacks,
        "sem_stacks": result.sem_stacks if several else None,
        "mean_zero": result.mean_zero,
        "sem_zero": result.sem_zero if several else None,
        "perfect": result.ends[End.PERFECT],
        "strikeouts": result.ends[End.STRIKEOUT],
        "given_up": result.ends[End.TERMINATED],
        "turns_mean": result.turns / result.games,
        **result.all_seats.measures,
    }


def as_lines(report: dict[str, object]) -> str:
    """Return a report of simulated games, a value by name, as text with one figure per line."""
    return "\n".join(f"{name:22}{_text(value)}" for name, value in report.items())


def _text(value: object) -> str:
    if isinstance(value, list):
        return " | ".join(map(_text, value))
    if isinstance(value, dict):
        return " ".join(map(_text, value.values()))
    if isinstance(value, float):
        return f"{value:.4f}"
    return "-" if value is None else str(value)
