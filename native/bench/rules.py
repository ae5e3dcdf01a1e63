"""Rule lists with themselves, from seed to score on one core: `python -m native.bench.rules`."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median
from time import process_time

from native import Rules
from native.arena import simulate
from native.bench.instructions import NoCallgrind, instructions_per_move
from native.results import Result
from native.rulebase import RuleList

ROUNDS = 7
SECONDS = 0.4  # of one round, about
CHEAP = "15 cheap rules"
LISTS: dict[str, Sequence[int | str]] = {
    CHEAP: (2, 8, 13, 38, 10, 25, 17, 11, 35, 37, 36, 24, 27, 22, 34),
    "iggi": (2, 8, 13, 38, 27, 22),
    "piers": (41, 8, 46, 13, 48, 38, 27, 22, 34),
    "elite (0.45, 0.8)": (67, 21, 8, 52, 33, 53, 36, 93, 96, 34, 27, 6, 19, 62, 21),
}
DEMO = Path(__file__).parents[2] / "agents" / "archives" / "demo" / "paper-1" / "archive.json"
ARCHIVE_GAMES = 2_000  # of each elite
QUOTED = {
    "fireworks, Java, iggi": "1.6",
    "fireworks, Java, elite (0.45, 0.8)": "0.95",
    "Hanabi Learning Environment, C++, a list of 6 rules": "17",
}


def timed(rules: RuleList, games: int) -> tuple[Result, float]:
    """The result of a run of two and its seconds of processor time."""
    start = process_time()
    result = simulate(Rules(2), [rules, rules], games, "bench", threads=1)
    return result, process_time() - start


def line(name: str) -> str:
    """A row of the table."""
    rules = RuleList(LISTS[name])
    _, seconds = timed(rules, 5_000)
    games = round(5_000 * SECONDS / seconds)
    rounds = [timed(rules, games) for _ in range(ROUNDS)]
    moves = rounds[0][0].turns / games
    rates = sorted(games / seconds for _, seconds in rounds)
    rate = median(rates)
    return (
        f"{name:20}{rate / 1e3:14.0f} ({rates[0] / 1e3:.0f}-{rates[-1] / 1e3:.0f})"
        f"{1e9 / (rate * moves):12.1f}{instructions(rules):>20}"
    )


def archive() -> str:
    """The elites of a run as published, one after another: their mean rate."""
    cells = json.loads(DEMO.read_text())["cells"]
    rates = []
    for cell in cells:
        _, seconds = timed(RuleList(cell["genes"]), ARCHIVE_GAMES)
        rates.append(ARCHIVE_GAMES / seconds)
    return f"{len(cells)} elites of paper-1{mean(rates) / 1e3:12.0f} (mean of their rates)"


def instructions(rules: RuleList) -> str:
    try:
        return f"{instructions_per_move(2, rules.rules):.0f}"
    except NoCallgrind as missing:
        return f"not counted: {missing}"


def main() -> None:
    say = sys.stdout.write
    say("Two players with one rule list, from seed to score, one core, portable build.\n")
    say(f"Processor time; median and range of {ROUNDS} rounds.\n\n")
    say("list               thousand games/s            ns/move   instructions/move\n")
    for name in LISTS:
        say(f"{line(name)}\n")
    say(f"{archive()}\n")
    say("\nQuoted for comparison, 2 players, thousand games/s on one core:\n")
    for name, rate in QUOTED.items():
        say(f"  {rate:5}{name}\n")


if __name__ == "__main__":
    main()
