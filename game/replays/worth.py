"""Estimate the worth of every move in a position, by rollouts over hands that are consistent with
the game so far.

The partners are assumed to follow the conventions. Only the view of the seat to move is used, so
the worth is an estimate for a player who cannot see their own cards.
"""

from dataclasses import dataclass, replace

from agents import registry
from agents.kinds.search import SCORINGS
from game.board import moves
from game.board.judging import judge_of, order, search
from game.tables.state import TableState
from native import Rng
from native.search.search import Setting

SETTING = Setting(1_000, explained=0)
"""The search's budget. With `explained=0` it searches even if the strategy that plays the rollouts
cannot explain people's earlier moves."""


@dataclass(frozen=True)
class Worth:
    """The estimated worth (mean final score) of one legal move."""

    text: str
    """The move, such as “Clue red to Piers”."""
    value: float
    """The mean final score."""
    gain: float
    """The value minus that of the first move in `Worths.moves`; 0 for that one."""
    worlds: int
    """The number of sampled hands in which the move was tried; few if it was dropped early as
    weak."""
    made: bool
    """Whether this move was played in the game."""


@dataclass(frozen=True)
class Worths:
    """The estimated worth of the legal moves of a position, for the seat to move."""

    seat: int
    player: str
    by: str
    """The title of the agent that plays the rollouts."""
    moves: tuple[Worth, ...]
    """The moves that the search tried, by falling number of hands tried, then by falling value."""


def worths(state: TableState, turn: int) -> Worths:
    """Return the estimated worth (mean final score) of the legal moves in the position after
    `turn` moves of a game. The result is deterministic.

    Raise ValueError if the game is over or no agent can play the rollouts.
    """
    game = state.played.positions[turn]
    if game.to_move is None:
        raise ValueError("The game is over here.")
    base = judge_of(game.rules)
    view = game.view(game.to_move)
    setting = replace(SETTING, scoring=SCORINGS[state.table.scoring])
    thought = search(base, game.rules.players, setting).think(view, Rng(0))
    tried = sorted((one for one in thought.values if one.worlds), key=order, reverse=True)
    made = state.played.events[turn].move if turn < len(state.played.events) else None
    names = state.names_at(turn)
    return Worths(
        seat=view.seat,
        player=names[view.seat],
        by=registry.find(base).title,
        moves=tuple(
            Worth(
                text=moves.name(view, one.move, names),
                value=one.value,
                gain=one.value - tried[0].value,
                worlds=one.worlds,
                made=one.move == made,
            )
            for one in tried
        ),
    )
