"""Judge every move in a position by several agents that play the position on.

A puzzle is a position on which all judges agree. A move's purpose is the key that
`game.puzzles.puzzle.idea` returns for it; equivalent moves have the same one. The coach's
`game.board.judging.compare` is not used, since one agent plays on there, by conventions that a
solver of puzzles need not know.
"""

from collections.abc import Hashable
from dataclasses import replace

from agents import registry
from game.board.judging import search
from game.puzzles.puzzle import idea
from native import Game, Move, Rng, View
from native.search.search import Setting
from native.solver.whole_deals import GLANCE, prospect

ANY_HAND = 0.999
"""A slip probability (of a move at random) so high that the search infers nothing from others'
moves: all hands that fit the clues are equally likely."""


JUDGES = (
    "rules:focus",
    "rules:piers",
    "rules:iggi",
    "rules:mirror_situational",
    "elite:improved-2/9,19",
)
"""The agents that play a position on, from hands sampled by their exact probabilities, to judge
its moves. They use different conventions and none interprets moves that others made, so a
conclusion they share holds for most partners."""
FIRST = Setting(800, 80, steps=1, explained=0, slip=ANY_HAND)
SECOND = replace(FIRST, rollouts=2_000, particles=150)
LOOK = replace(FIRST, rollouts=8_000, particles=300)
"""The last of the three searches FIRST, SECOND and LOOK that judge the moves of a puzzle, each
with a larger budget than the one before."""
PANEL = (
    "human:newcomer",
    "human:proxy",
    "rules:iggi",
    "rules:piers",
    "rules:focus",
    "conv:beginner",
    "conv:expert",
)
"""The agents whose choices measure how hard a position is for players."""

Values = dict[Move, float]
"""The mean final score after each move; a game that ends by the last strike scores 0."""


def values(view: View, judge: str, setting: Setting, seed: str) -> Values:
    """Return {move: mean final score} for the moves that a search tries in the position `view`, if
    the agent at the address `judge` makes all later moves. `setting` is the search's budget and
    `seed` its random seed; games lost by strikes score 0.
    """
    thought = search(judge, view.rules.players, setting).think(view, Rng(f"{seed}/{judge}"))
    return {one.move: one.value for one in thought.values if one.worlds}


def lead(view: View, found: Values, best: Hashable) -> float:
    """Return by how many points, in mean final score, the best move with the purpose `best` leads
    the best move with any other purpose. The lead is negative if another purpose is better, and 0
    if no move, or every move, has the purpose `best`.

    `view` is the position and `found` the mean final score after each of its moves. A purpose is a
    key that equivalent moves share, as `game.puzzles.puzzle.idea` returns it.
    """
    inside = [value for move, value in found.items() if idea(view, move) == best]
    outside = [value for move, value in found.items() if idea(view, move) != best]
    return max(inside) - max(outside) if inside and outside else 0.0


def share_solving(view: View, best: Hashable, seed: str) -> float:
    """Return how easy a puzzle is: the share of the agents in PANEL that, in the position `view`,
    choose the best move or an equivalent one. `best` is the purpose of the best move, a key that
    equivalent moves share (`game.puzzles.puzzle.idea`); `seed` is the agents' random seed.
    """
    panel = [registry.find(address).playing_on().agent(seed) for address in PANEL]
    moves = [agent.decide(view).move for agent in panel]
    return sum(idea(view, move) == best for move in moves) / len(moves)


def keeps_the_points(game: Game, move: Move) -> bool:
    """Return False if a quick search proves that the move lowers the best final score that could
    still be reached with all cards known; True otherwise.
    """
    after = game.copy()
    after.play(move)
    return prospect(after, budget=GLANCE).high >= prospect(game, budget=GLANCE).low
