"""Measure the search of reduced games on one core: `python -m tests.bench reduced_games`."""

import sys
from statistics import median
from time import process_time

from native.solver.reduced_games import ReducedGame, missed_points
from native.strategies.perfect import Ruleset

ROUNDS = 7
SECONDS = 0.2  # of one round, about
FIRST = 20_000  # deals that measure how many fill a round
HINTS = range(6)
QUOTED = "450 to 4,670"
"""Deals per second of the paper's own program, in Go, with 5 to 0 hints."""


def timed(game: ReducedGame, deals: int, perfect_only: bool) -> float:
    """Return the seconds of processor time that searching the deals takes."""
    start = process_time()
    missed_points(game, deals, "bench", perfect_only=perfect_only)
    return process_time() - start


def deals_per_second(game: ReducedGame, perfect_only: bool = True) -> tuple[float, float, float]:
    """Return the median, minimum and maximum of the deals per second over the rounds."""
    deals = max(1, round(FIRST * SECONDS / timed(game, FIRST, perfect_only)))
    rates = sorted(deals / timed(game, deals, perfect_only) for _ in range(ROUNDS))
    return median(rates), rates[0], rates[-1]


def _cell(game: ReducedGame, perfect_only: bool) -> str:
    middle, low, high = deals_per_second(game, perfect_only)
    return f"{middle / 1e3:10,.0f} ({low / 1e3:,.0f}-{high / 1e3:,.0f})".rjust(28)


def main() -> None:
    """Print the table of speeds."""
    say = sys.stdout.write
    say("\nReduced games searched to the end (2 players, 3 suits, 15 cards), one core.\n")
    say(f"Thousand deals a second of processor time; median and range of {ROUNDS} rounds.\n\n")
    say("reading     hints           can it be won?              by how many points?\n")
    for reading in reversed(Ruleset):
        for hints in HINTS:
            game = ReducedGame(hints=hints, reading=reading)
            cells = "".join(_cell(game, perfect_only) for perfect_only in (True, False))
            say(f"{reading.name.lower():12}{hints:5}{cells}\n")
    say(f"\nQuoted for comparison, the paper's program, deals/s on one core: {QUOTED}\n")
