"""Measure random legal play from seed to score on one core: `python -m tests.bench random_play`."""

import sys
from statistics import median
from time import process_time

from native import Rules
from native.play.arena import RandomGames, play_random
from tests.bench.instructions import instructions_text

PLAYERS = range(2, 6)
ROUNDS = 7
SECONDS = 0.4  # of one round, about
QUOTED = {
    "Hanabi Learning Environment, C++, random legal play": "0.09",
    "Quuxplusone/Hanabi, SimpleBot (whole games, a different player)": "0.13",
}


def timed(rules: Rules, games: int) -> tuple[RandomGames, float]:
    """Play games and return their tally and the seconds of processor time they took."""
    start = process_time()
    tally = play_random(rules, "bench", games)
    return tally, process_time() - start


def speed_line(players: int) -> str:
    """Return the table row of one table size: games, moves and nanoseconds, median of the
    rounds."""
    rules = Rules.standard(players)
    _, seconds = timed(rules, 50_000)
    games = round(50_000 * SECONDS / seconds)
    rounds = [timed(rules, games) for _ in range(ROUNDS)]
    moves = rounds[0][0].moves / games
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
