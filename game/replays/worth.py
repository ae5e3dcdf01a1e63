"""Estimate the worth of every move in a position, by rollouts over hands that are consistent with
the game so far.

The seats are assumed to play on like the agents that `judges_at` names. Only the view of the seat
to move is used, so the worth is an estimate for a player who cannot see their own cards.
"""

from dataclasses import dataclass

from agents import registry
from agents.kinds.search import SCORINGS
from game.board import moves
from game.board.conventions import judges_at
from game.board.judging import Gain, compare, measured
from game.tables.state import TableState

MEASURED = 5
"""The number of alternatives to the move made that are measured again in newly sampled hands."""


@dataclass(frozen=True)
class Worth:
    """The estimated worth (mean final score) of one legal move."""

    text: str
    """The move, such as “Clue red to Piers”."""
    value: float
    """The mean final score."""
    gain: float
    """The value minus that of the move made; 0 for that one."""
    error: float | None
    """The standard error of `gain`; None for a rough estimate, from the search that chose the moves
    to measure."""
    hands: int
    """The number of sampled hands in which the move was tried; few if it was dropped early as
    weak."""
    made: bool
    """Whether this move was played in the game."""

    @property
    def against(self) -> str:
        """The gain with its error as shown on the page, such as “+2.4 ± 0.3”, or “≈ −3.1” for a
        rough estimate.
        """
        text = f"{'+' if round(self.gain, 1) > 0 else ''}{measured(self.gain, self.error or 0)}"
        return f"≈ {text.partition(' ')[0]}" if self.error is None else text


@dataclass(frozen=True)
class Worths:
    """The estimated worth of the moves that the seat to move can make in a position."""

    seat: int
    player: str
    by: str
    """The titles of the agents that play the rollouts: “a careful player and a newcomer”."""
    moves: tuple[Worth, ...]
    """The moves that the search tried: first the move made and the measured ones, from best to
    worst, then the others by falling number of hands."""


def worths(state: TableState, turn: int) -> Worths:
    """Return the estimated worth (mean final score) of the moves in the position after `turn` moves
    of a game, compared with the move made there. The result is deterministic.

    Other moves that are certain to be strikes, or that the search did not try, are left out. Raise
    ValueError if no move was made there.
    """
    if turn >= len(state.played.events):
        raise ValueError("No move was made here.")
    event, game = state.played.events[turn], state.played.positions[turn]
    view = game.view(event.seat)
    judge = registry.find(judges_at(state)[view.seat])
    found = compare(view, event.move, SCORINGS[state.table.scoring], MEASURED, judge=judge.address)
    made = Gain(event.move, 0.0, 0.0, found.hands)
    first = sorted([made, *found.gains[:MEASURED]], key=lambda one: -one.points)
    names = state.names_at(turn)
    playing = [judge.title, *(registry.find(one).title for one in judge.beside)]
    return Worths(
        seat=view.seat,
        player=names[view.seat],
        by=" and ".join(dict.fromkeys(playing)),
        moves=tuple(
            Worth(
                text=moves.name(view, one.move, names),
                value=min(max(found.mean + one.points, 0), game.rules.max_score),
                gain=one.points,
                error=one.error if one in first else None,
                hands=one.hands,
                made=one is made,
            )
            for one in [*first, *found.gains[MEASURED:]]
        ),
    )
