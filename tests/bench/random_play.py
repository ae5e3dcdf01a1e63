"""Measure random legal play from seed to score on one core: `python -m tests.bench random_play`."""

import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

from tests.bench.instructions import driver, instructions_text

PLAYERS = range(2, 6)
ROUNDS = 7
SECONDS = 0.4  # of one round, about
QUOTED = {
    "Hanabi Learning Environment, C++, random legal play": "0.09",
    "Quuxplusone/Hanabi, SimpleBot (whole games, a different player)": "0.13",
}


def timed(players: int, games: int) -> tuple[int, float]:
    """Play games and return their moves and the seconds of processor time they took."""
    command = [str(driver()), str(players), str(games), "0"]
    before = getrusage(RUSAGE_CHILDREN).ru_utime
    moves = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return int(moves), getrusage(RUSAGE_CHILDREN).ru_utime - before


def speed_line(players: int) -> str:
    """Return the table row of one table size: games, moves and nanoseconds, median of the
    rounds."""
    _, seconds = timed(players, 50_000)
    games = round(50_000 * SECONDS / seconds)
    rounds = [timed(players, games) for _ in range(ROUNDS)]
    moves = rounds[0][0] / games
    rates = sorted(games / seconds / 1e6 for _, seconds in rounds)
    rate = median(rates)
    return (
        f"{players:7}{rate:14.2f} ({rates[0]:.2f}-{rates[-1]:.2f}){rate * moves:13.1f}"
        f"{1e3 / (rate * moves):10.1f}"
    )


def main() -> None:
    """Print the table of speeds, with figures quoted from other programs."""
    say = sys.stdout.write
    say("Random legal play, whole games from seed to score, one core, portable build.\n")
    say(f"Processor time; median and range of {ROUNDS} rounds.\n\n")
    say("players  million games/s    million moves/s   ns/move   instructions/move\n")
    for players in PLAYERS:
        say(f"{speed_line(players)}{instructions_text(players):>20}\n")
    say("\nQuoted for comparison, 2 players, million games/s on one core:\n")
    for name, rate in QUOTED.items():
        say(f"  {rate}  {name}\n")
