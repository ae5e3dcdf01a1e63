"""Play out the coach's mistakes beside `partner:new`: `python -m tests.personas.coach`.

Each mistake of a scripted beginner and the coach's better move are played on, from the true deal,
with `partner:new` itself. What the better move brings is the truth that the coach estimates.
"""

import os
from argparse import ArgumentParser
from dataclasses import replace
from statistics import fmean
from sys import stdout

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hanabi_site.settings")
django.setup()

from agents import registry  # noqa: E402 - settings come first
from agents.arena import play_out  # noqa: E402
from analysis.statistics import ratio  # noqa: E402
from game.board.conventions import judges_beside  # noqa: E402
from game.replays.coach import Judged, judge  # noqa: E402
from native import Game, Move, Rng, Rules  # noqa: E402
from tests.personas.beginners import BEGINNERS, Beginner  # noqa: E402

NORA = registry.find("partner:new")


def value(game: Game, turn: int, move: Move, person: Beginner, number: int) -> int:
    """Return the score of a game that goes on with `move` in place of its move `turn`, from 1."""
    played = Game(game.rules, deck=game.deck)
    for event in game.history[: turn - 1]:
        played.play(event.move)
    played.play(move)
    play_out(played, [replace(person, seed=f"v{number}"), NORA.agent(f"t{number}")])
    return played.score_zero


def gain(game: Game, one: Judged, person: Beginner) -> float:
    """Return the mean points that the better move brings, over two games from the position."""
    moves = Move.parse(one.best, game.rules), game.history[one.turn - 1].move
    better, made = ([value(game, one.turn, move, person, k) for k in (0, 1)] for move in moves)
    return fmean(better) - fmean(made)


def main() -> None:
    """Play the games and print a line."""
    parser = ArgumentParser("python -m tests.personas.coach", description=__doc__)
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--seed", default="truth9")
    chosen = parser.parse_args()
    said, brought, counts = [], [], []
    for number in range(chosen.games):
        person = BEGINNERS[number % len(BEGINNERS)]
        game = Game(Rules.standard(2), seed=Rng(chosen.seed).derive(number))
        first = replace(person, seed=f"{person.address}/{number}")
        play_out(game, [first, NORA.agent(f"n{number}")])
        by = judges_beside(["", NORA.address], game.rules)
        mistakes = [one for one in judge(game, by=by).moves[::2] if one.sure]
        said.append(sum(one.loss for one in mistakes))
        brought.append(sum(gain(game, one, person) for one in mistakes))
        counts.append(len(mistakes))
    points = ratio(brought, counts)
    stdout.write(
        f"{sum(counts)} mistakes in {chosen.games} games: {sum(said) / sum(counts):.2f} points by "
        f"the coach, {points.value:.2f} ({points.low:.2f} to {points.high:.2f}) played out\n"
    )


if __name__ == "__main__":
    main()
