"""Games of an agent with one scripted person, three strikes scoring 0."""

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt

from agents.arena import play_out
from agents.entry import Entry
from native import Game, Rng, Rules
from tests.personas.beginners import BEGINNERS, Beginner
from tests.personas.keepers import KEEPERS, Keeper

CROWDS: dict[str, Sequence[Beginner | Keeper]] = {"beginners": BEGINNERS, "keepers": KEEPERS}
AGENTS = (
    "partner:new",
    "partner:unknown",
    "wary:expert",
    "conv:beginner",
    "conv:h1",
    "conv:expert",
    "rules:mirror_situational",
    "rules:piers",
    "rules:iggi",
)


def scores(
    entry: Entry, person: Beginner | Keeper, games: int, seed: str, players: int = 2
) -> list[int]:
    """Return the scores of games with copies of the agent, on the same deals for every agent; the
    person sits on each seat in turn."""
    found = []
    for number in range(games):
        game = Game(Rules.standard(players), seed=Rng(f"personas/{seed}").derive(number))
        lots = f"{seed}/{number}"
        seats = [entry.agent(lots) for _ in range(players - 1)]
        seats.insert(number % players, replace(person, seed=f"{person.address}/{lots}"))
        play_out(game, seats)
        found.append(game.score_zero)
    return found


def row(played: Sequence[Sequence[int]]) -> str:
    """Return mean with a 95% interval, mean of the worst tenth, and zeros, as text."""
    every = sorted(score for games in played for score in games)
    n = len(every)
    mean = sum(every) / n
    error = sqrt(sum((one - mean) ** 2 for one in every) / n / max(1, n - 1))
    tenth = every[: max(1, n // 10)]
    each = " ".join(f"{sum(games) / len(games):.1f}" for games in played)
    return (
        f"{mean:5.2f} ± {1.96 * error:.2f}  worst tenth {tenth[-1]} or less, mean "
        f"{sum(tenth) / len(tenth):.1f}  zeros {every.count(0) / n:.1%}  each {each}"
    )
