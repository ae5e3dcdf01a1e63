"""Random legal play from seed to score on one core: `python -m native.bench`."""

import sys
from statistics import median
from time import process_time

from native import Rules
from native.bench.instructions import NoCallgrind, instructions_per_move
from native.play.random_play import Tally, play_random

PLAYERS = range(2, 6)
ROUNDS = 7
SECONDS = 0.4  # of one round, about
QUOTED = {
    "Hanabi Learning Environment, C++, random legal play": "0.09",
    "Quuxplusone/Hanabi, SimpleBot (whole games, a different player)": "0.13",
}


def timed(rules: Rules, games: int) -> tuple[Tally, float]:
    """The tally of a run and its seconds of processor time."""
    start = process_time()
    tally = play_random(rules, "bench", games)
    return tally, process_time() - start


def speed_line(players: int) -> str:
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


def instructions_text(players: int) -> str:
    try:
        return f"{instructions_per_move(players):.0f}"
    except NoCallgrind as missing:
        return f"not counted: {missing}"


def main() -> None:
    say = sys.stdout.write
    say("Random legal play, whole games from seed to score, one core, portable build.\n")
    say(f"Processor time; median and range of {ROUNDS} rounds.\n\n")
    say("players  million games/s    million moves/s   ns/move   instructions/move\n")
    for players in PLAYERS:
        say(f"{speed_line(players)}{instructions_text(players):>20}\n")
    say("\nQuoted for comparison, 2 players, million games/s on one core:\n")
    for name, rate in QUOTED.items():
        say(f"  {rate}  {name}\n")


if __name__ == "__main__":
    main()
