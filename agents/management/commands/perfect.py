"""Play a strategy that sees every hand: `manage.py perfect priority --games 100000`."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from agents.management.long_command import LongCommand, ProgressPrinter
from native import End, Rules
from native.strategies.perfect import MAX_COST, STRATEGIES, Ruleset, simulate


class Command(LongCommand):
    help = (
        "Play games of a strategy that sees every hand but not the deck, and print its scores. The "
        "reading `official` follows the rules of Hanabi; `seed` follows the programs of the paper, "
        "with three moves after the last draw and clue tokens that may run out unnoticed."
    )
    refusals = (ValueError,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("strategy", choices=STRATEGIES, help="how every seat plays")
        parser.add_argument("--games", type=int, default=10_000, help="number of games (10000)")
        parser.add_argument("--players", type=int, default=2, help="2 to 6 (2)")
        parser.add_argument("--seed", default="1", help="the games depend on this alone (1)")
        parser.add_argument(
            "--reading",
            choices=["seed", "official"],
            default="official",
            help="rules to play by (official)",
        )
        parser.add_argument(
            "--threads", type=int, default=os.cpu_count() or 1, help="threads (one per processor)"
        )
        parser.add_argument(
            "--clue-cost",
            type=float,
            help=f"clue tokens a play costs, 0 to {MAX_COST:.0f}; for clue-cost only (default 0)",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, strategy: str, reading: str, **options: Any) -> None:
        tell = ProgressPrinter(self.stderr, done=0)
        if options["clue_cost"] is not None and strategy != "clue-cost":
            raise CommandError(
                f"--clue-cost applies to the strategy clue-cost, not to {strategy}.", returncode=2
            )
        rules = Rules.standard(options["players"])
        result = simulate(
            STRATEGIES[strategy],
            rules,
            options["games"],
            options["seed"],
            reading=Ruleset[reading.upper()],
            cost=options["clue_cost"] or 0.0,
            threads=options["threads"],
            say=lambda done: tell(done, options["games"]),
        )
        report: dict[str, Any] = {"strategy": strategy, "reading": reading}
        report |= {
            "games": result.games,
            "mean": result.mean_stacks,
            "sem": result.sem_stacks if result.games > 1 else None,
            "perfect": result.ends[End.PERFECT] / result.games,
            "turns_mean": result.turns / result.games,
            "histogram": result.stacks[: rules.max_score + 1],
        }
        if strategy == "clue-cost":
            report["clue_cost"] = options["clue_cost"] or 0.0
        self.answer(report, _text(report), as_json=options["json"])


def _text(report: dict[str, Any]) -> str:
    error = "" if report["sem"] is None else f" ± {report['sem']:.4f}"
    lines = [
        f"{report['strategy']}, {report['reading']}: {report['games']} games",
        f"mean {report['mean']:.4f}{error}, perfect {report['perfect']:.2%}, "
        f"{report['turns_mean']:.1f} turns a game",
    ]
    scores = [(score, count) for score, count in enumerate(report["histogram"]) if count]
    return "\n".join(lines + [f"{score:5} {count:9}" for score, count in scores])
