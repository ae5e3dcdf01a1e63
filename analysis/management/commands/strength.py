"""Test which of two agents is stronger: `manage.py strength rules:focus rules:piers`."""

from collections.abc import Iterator
from itertools import count
from typing import Any

from django.core.management.base import CommandParser

from agents.arena import simulate
from agents.challengers import challenger
from agents.entry import Entry, seat
from agents.management.long_command import LongCommand, ProgressLine
from agents.runs.errors import check_range
from analysis.statistics.sequential import Watched
from native import Rules

SHOWN_EVERY = 100


class Command(LongCommand):
    help = (
        "Play two agents on the same deals until one is shown to be stronger, or until they are "
        "shown to differ by less than --margin. The test may be watched at every game: with two "
        "equally strong agents it names a stronger one in at most 5 of 100 runs."
    )
    refusals = (ValueError,)
    stopped = "Stopped before a verdict."

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("one", metavar="A", help="an agent, such as conv:expert")
        add("other", metavar="B", help="the agent to compare it with")
        add("--with", dest="partner", help="agent on the other seats (left out: copies of A or B)")
        add("--players", type=int, default=2, choices=(2, 3, 4, 5), help="seats (2)")
        add("--scoring", choices=("zero", "stacks"), default="zero", help="of lost games (zero)")
        add(
            "--margin",
            type=float,
            default=0.1,
            help="difference, in points, below which the agents count as equal (0.1)",
        )
        add("--games", type=int, default=20_000, help="most games of each agent (20000)")
        add("--seed", default="strength", help="of deals and choices (%(default)s)")
        add("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        most = options["games"]
        check_range("games", most, 100, 10_000_000)
        check_range("margin", options["margin"], 0, 25)
        rules, line = Rules.standard(options["players"]), ProgressLine(self.stderr)
        watched = Watched(most=rules.max_score)
        tables = [_table(options[name], options["partner"], rules) for name in ("one", "other")]
        for difference in _differences(rules, tables, options["scoring"], options["seed"]):
            watched = watched.plus(difference)
            if watched.units % SHOWN_EVERY == 0:
                line.show(f"{watched.units} deals: {_interval(watched)}")
            decided = watched.decided or _same(watched, options["margin"])
            if decided or watched.units >= most:
                break
        verdict = _verdict(watched, options)
        report = {
            "a": options["one"],
            "b": options["other"],
            "deals": watched.units,
            "difference": watched.mean,
            "low": watched.low,
            "high": watched.high,
            "scoring": options["scoring"],
            "seed": options["seed"],
            "verdict": verdict,
        }
        text = (
            f"{verdict}: A - B = {_interval(watched)} points a game "
            f"({options['scoring']}), {watched.units} deals, seed {options['seed']}"
        )
        self.answer(report, text, as_json=options["json"])


def _table(address: str, partner: str | None, rules: Rules) -> list[Entry]:
    """Return the agents by seat: copies, or the agent first and the partner on the other seats."""
    others = [] if partner is None else [partner] * (rules.players - 1)
    return seat([challenger(one) for one in (address, *others)], rules)


def _differences(
    rules: Rules, tables: list[list[Entry]], scoring: str, seed: str
) -> Iterator[float]:
    """Yield the first table's score minus the second's, deal by deal, without end."""
    for deal in count():
        played = [simulate(rules, table, 1, seed, first=deal, threads=1) for table in tables]
        first, second = (getattr(one, f"mean_{scoring}") for one in played)
        yield first - second


def _same(watched: Watched, margin: float) -> bool:
    """Whether the interval lies within the margin on both sides of 0."""
    return -margin <= watched.low and watched.high <= margin


def _verdict(watched: Watched, options: dict[str, Any]) -> str:
    if watched.decided:
        return f"{options['one'] if watched.mean > 0 else options['other']} is stronger"
    if _same(watched, options["margin"]):
        return f"within {options['margin']:g} points"
    return "undecided"


def _interval(watched: Watched) -> str:
    if watched.margin == float("inf"):
        return f"{watched.mean:+.3f}"
    return f"{watched.mean:+.3f} [{watched.low:+.3f}, {watched.high:+.3f}]"
