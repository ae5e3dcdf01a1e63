"""Measure the solver of whole deals: time to decide a deal, and to solve every turn of a game.

Run it by `python -m tests.bench solver`.
"""

import sys
from statistics import median, quantiles
from time import process_time

from native import Game, Rng, Rules
from native.rulebase import RuleList
from native.solver.whole_deals import PATIENCE, hindsight, prospects_of_deals

DEALS = 3_000
GAMES = 60
SEED = "bench"
PIERS = (41, 8, 46, 13, 48, 38, 27, 22, 34)


def deals_line(players: int) -> str:
    """Return the table row of one table size: time for each deal, and how many were decided."""
    rules, times, decided = Rules(players), [], 0
    for deal in range(DEALS):
        start = process_time()
        (deal_value,) = prospects_of_deals(
            rules, SEED, deal, 1, least=rules.max_score, budget=PATIENCE
        )
        times.append(1e3 * (process_time() - start))
        decided += deal_value.low == rules.max_score or deal_value.high < rules.max_score
    return (
        f"{players:7}{sum(times) / DEALS:11.3f}{median(times):10.3f}"
        f"{quantiles(times, n=1000)[-1]:10.2f}{max(times):10.1f}{decided:9,} of {DEALS:,}"
    )


def hindsight_line(players: int) -> str:
    """Return the table row of one table size: time to find the best score at every turn of a
    game."""
    times, exact, positions = [], 0, 0
    for number in range(GAMES):
        game = played(players, number)
        start = process_time()
        values = hindsight(game)
        times.append(1e3 * (process_time() - start))
        exact += sum(now.exact for now in values)
        positions += len(values)
    return (
        f"{players:7}{median(times):11.1f}{quantiles(times, n=20)[-1]:10.1f}{max(times):10.1f}"
        f"{100 * exact / positions:12.2f}%"
    )


def played(players: int, number: int) -> Game:
    """Return a game that the agent Piers played with itself to the end."""
    piers, seed = RuleList(PIERS), Rng(SEED).derive(number)
    game = Game(Rules(players), seed=seed)
    while game.to_move is not None:
        choice = piers.decide(game.view(game.to_move), seed.derive(game.turn))
        game.play(choice.move)
    return game


def main() -> None:
    """Print both tables."""
    say = sys.stdout.write
    say(f"{DEALS:,} whole deals each, winnable or not; milliseconds of processor time.\n\n")
    say("players       mean    median      99.9%       max  decided\n")
    for players in range(2, 6):
        say(f"{deals_line(players)}\n")
    say(
        f"\nThe best score still possible at every turn of a game, {GAMES} games of piers each.\n\n"
    )
    say("players     median       95%       max        exact\n")
    for players in range(2, 6):
        say(f"{hindsight_line(players)}\n")
