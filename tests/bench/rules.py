"""Measure rule lists in self-play, from seed to score, on one core: `python -m tests.bench.rules`,
with `--beside PROGRAM` another program too."""

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import mean, median
from time import process_time

from native import Rules
from native.play.blueprint import Blueprint
from native.play.results import Result
from native.play.table import simulate
from native.rulebase import RuleList
from tests.bench.instructions import instructions_text

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
BESIDE_GAMES = 50_000
QUOTED = {
    "fireworks, Java, iggi": "1.6",
    "fireworks, Java, elite (0.45, 0.8)": "0.95",
    "Hanabi Learning Environment, C++, a list of 6 rules": "17",
    "Quuxplusone/Hanabi, C++, SimpleBot (Zen 5)": "132",
}


def timed(rules: RuleList, games: int) -> tuple[Result, float]:
    """Play games of two and return their result and the seconds of processor time they took."""
    start = process_time()
    result = simulate(Rules(2), [Blueprint.of(rules)] * 2, games, "bench", threads=1)
    return result, process_time() - start


def turns_of_a_game(rules: RuleList) -> tuple[float, int]:
    """Return the mean moves of a game and the number of games that fill a round."""
    result, seconds = timed(rules, 5_000)
    return result.turns / 5_000, round(5_000 * SECONDS / seconds)


def other_program(path: Path) -> float:
    """Return the games per second of `run_SimpleBot`, or a like program, of
    github.com/Quuxplusone/Hanabi."""
    options = ["--quiet", "--seed", "1", "--players", "2", "--games", str(BESIDE_GAMES)]
    before = getrusage(RUSAGE_CHILDREN).ru_utime
    subprocess.run([str(path), *options], check=True, stdout=subprocess.DEVNULL)
    return BESIDE_GAMES / (getrusage(RUSAGE_CHILDREN).ru_utime - before)


def table(beside: Path | None) -> Iterator[str]:
    """Yield a line for each rule list, and for the program `beside` if one is given.

    The rounds of all of them alternate, so that they are measured under the same load.
    """
    lists = {name: RuleList(rules) for name, rules in LISTS.items()}
    sizes = {name: turns_of_a_game(rules) for name, rules in lists.items()}
    rates: dict[str, list[float]] = {name: [] for name in lists}
    others = []
    for _ in range(ROUNDS):
        for name, rules in lists.items():
            games = sizes[name][1]
            rates[name].append(games / timed(rules, games)[1])
        if beside:
            others.append(other_program(beside))
    yield "list               thousand games/s            ns/move   instructions/move"
    for name, rules in lists.items():
        yield (
            f"{name:20}{spread(rates[name])}{1e9 / (median(rates[name]) * sizes[name][0]):12.1f}"
            f"{instructions_text(2, rules.rules):>20}"
        )
    if beside:
        yield f"{beside.name:20}{spread(others)}"
        for name in lists:
            yield f"  {name} plays {median(rates[name]) / median(others):.2f} times as many games"


def spread(rates: list[float]) -> str:
    """Return the median and range of rates as text, in thousands."""
    return f"{median(rates) / 1e3:14.0f} ({min(rates) / 1e3:.0f}-{max(rates) / 1e3:.0f})"


def archive() -> str:
    """Return a line with the mean rate of the elites of a run with the published settings."""
    cells = json.loads(DEMO.read_text())["cells"]
    rates = []
    for cell in cells:
        _, seconds = timed(RuleList(cell["genes"]), ARCHIVE_GAMES)
        rates.append(ARCHIVE_GAMES / seconds)
    return f"{len(cells)} elites of paper-1{mean(rates) / 1e3:12.0f} (mean of their rates)"


def beside_which() -> Path | None:
    """Parse the command line: the path of a program that is timed too."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument(
        "--beside",
        type=Path,
        metavar="PROGRAM",
        help="time this too, such as run_SimpleBot of github.com/Quuxplusone/Hanabi (make FAST=1)",
    )
    beside: Path | None = parser.parse_args().beside
    if beside and not os.access(beside, os.X_OK):
        parser.error(f"{beside} is no program")
    return beside


def main(beside: Path | None = None) -> None:
    """Print the table of speeds, with figures quoted from other programs."""
    say = sys.stdout.write
    say("Two players with one rule list, from seed to score, one core, portable build.\n")
    say(f"Processor time; median and range of {ROUNDS} rounds.\n\n")
    for line in table(beside):
        say(f"{line}\n")
    say(f"{archive()}\n")
    say("\nQuoted for comparison, 2 players, thousand games/s on one core:\n")
    for name, rate in QUOTED.items():
        say(f"  {rate:5}{name}\n")


if __name__ == "__main__":
    main(beside_which())
