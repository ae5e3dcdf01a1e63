"""Transitions of each seat, from one of its own turns to a later one.

For a seat, a move leads from one of its turns to its next: its reward is everything the table
earned in between, whoever moved. With n-step returns a transition spans n own turns. At the end of
a game all open transitions are closed, with no next state.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from agents.learning.replay import put

Array = npt.NDArray[Any]


class Turn(NamedTuple):
    """One turn of every lane: the state before the moves, the moves and their rewards."""

    words: Array
    beliefs: Array
    legal: Array
    seats: Array
    actions: Array
    paid: Array
    """(lanes,) reward of the table."""
    earned: Array
    """(lanes,) intrinsic reward of the move itself."""
    ended: Array
    """(lanes,) whether the game ended."""
    hands: Array = np.zeros((1, 0), np.uint8)
    """(lanes, hand_size) true cards of the seats to move; width 0 if they are not used."""


class Seats:
    """The moves of every lane and seat whose reward is not complete, at most `steps` each."""

    def __init__(
        self,
        lanes: int,
        players: int,
        row: np.dtype[np.void],
        *,
        steps: int,
        gamma: float,
        credit: str,
    ) -> None:
        self._open = np.zeros((lanes, players, steps), row)
        self._count = np.zeros((lanes, players), np.int64)
        self._lanes = np.arange(lanes)
        self._steps, self._gamma, self._credit = steps, gamma, credit

    def close(self, turn: Turn) -> npt.NDArray[np.void]:
        """Add a turn and return the transitions that it completes, as rows to store for
        learning.
        """
        if self._credit == "previous":
            self._earn(turn)
        whole = [self._close_full(turn)]
        self._begin(turn)
        newest = np.maximum(self._count - 1, 0)[:, :, None]
        paid = np.take_along_axis(self._open["reward"], newest, axis=2)
        paid += np.where(self._count > 0, turn.paid[:, None], 0)[:, :, None]
        np.put_along_axis(self._open["reward"], newest, paid, axis=2)
        if self._credit == "acting":
            self._earn(turn)
        if turn.ended.any():
            whole.append(self._close_ended(turn.ended))
        return np.concatenate(whole)

    def _earn(self, turn: Turn) -> None:
        """Add the intrinsic reward to the newest open move of the seat to move, if there is one."""
        count = self._count[self._lanes, turn.seats]
        newest = np.maximum(count - 1, 0)
        earned = np.where(count > 0, turn.earned, 0)
        self._open["reward"][self._lanes, turn.seats, newest] += earned

    def _close_full(self, turn: Turn) -> npt.NDArray[np.void]:
        """Complete the oldest move of each seat to move that has `steps` open moves."""
        full = np.flatnonzero(self._count[self._lanes, turn.seats] == self._steps)
        seats = turn.seats[full]
        queue = self._open[full, seats]
        rows = queue[:, 0].copy()
        rows["reward"] = self._sum(queue["reward"])
        rows["discount"] = self._gamma**self._steps
        rows["next_words"], rows["next_beliefs"] = turn.words[full], turn.beliefs[full]
        rows["next_legal"] = turn.legal[full]
        self._open[full, seats, :-1] = queue[:, 1:]
        self._count[full, seats] -= 1
        return rows

    def _begin(self, turn: Turn) -> None:
        at = (self._lanes, turn.seats, self._count[self._lanes, turn.seats])
        for name, value in (
            ("words", turn.words),
            ("beliefs", turn.beliefs),
            ("action", turn.actions),
            ("reward", 0.0),
            ("hands", turn.hands),
        ):
            self._open[name][at] = value
        self._count[self._lanes, turn.seats] += 1

    def _close_ended(self, ended: Array) -> npt.NDArray[np.void]:
        """Complete every open move of the games that ended, with no next state."""
        rewards = self._open["reward"] * (np.arange(self._steps) < self._count[:, :, None])
        rows = []
        for first in range(self._steps):
            closing = ended[:, None] & (self._count > first)
            row = self._open[closing][:, first].copy()
            row["reward"] = self._sum(rewards[closing][:, first:])
            row["discount"], row["next_words"], row["next_beliefs"], row["next_legal"] = 0, 0, 0, 0
            rows.append(row)
        self._count[ended] = 0
        return np.concatenate(rows)

    def _sum(self, rewards: Array) -> Array:
        """Return the discounted sum of each row's rewards, (rows, steps) to (rows,)."""
        discounts = self._gamma ** np.arange(rewards.shape[1], dtype=np.float32)
        return np.asarray(rewards @ discounts)

    def state(self) -> dict[str, Any]:
        """Return the incomplete moves for a checkpoint."""
        return {"open": self._open, "count": self._count}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore the open transitions from `state`, which `state()` returned."""
        put(self._open, state["open"])
        self._count[:] = state["count"]
