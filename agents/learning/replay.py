"""Prioritised replay of recent transitions, and how a seat's turns become transitions.

Schaul et al., "Prioritized experience replay" (2016), with the constants of the published Hanabi
agent: a transition enters with priority `FIRST`, is sampled in proportion to its priority, and
gets the square root of its loss as the new priority; its importance weight is the inverse square
root of its priority. Observations are stored as bits.

A transition leads from a turn of a seat to its next turn; the reward is the sum of the game
rewards from that turn until the next, on all seats' turns. With n-step returns a transition spans
n own turns. At the end of a game all open transitions are completed, with no next state.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.int64]

FIRST = 100.0
"""The priority of a transition that has not been sampled yet."""
LEAST = 1e-10
"""The number added to a loss before its square root becomes the priority, so that no priority is
0."""


def transition(words: int, beliefs: int, hand: int = 0) -> np.dtype[np.void]:
    """Return the structured dtype of a transition: observation, action, reward and next
    observation.

    `words` is the length of an observation in 64-bit words, `beliefs` the number of inputs
    appended to it, `hand` the number of own cards, stored for networks that predict them (else 0).
    """
    return np.dtype(
        [
            ("words", np.uint64, (words,)),
            ("beliefs", np.float16, (beliefs,)),
            ("action", np.uint8),
            ("reward", np.float32),
            ("discount", np.float32),
            ("next_words", np.uint64, (words,)),
            ("next_beliefs", np.float16, (beliefs,)),
            ("next_legal", np.uint64),
            ("hands", np.uint8, (hand,)),
        ]
    )


def put(rows: npt.NDArray[np.void], stored: npt.NDArray[np.void]) -> None:
    """Copy the fields of the transitions `stored` into `rows`, which may have additional fields."""
    for name in stored.dtype.names or ():
        rows[name] = stored[name]


class SumTree:
    """A sum tree over the sampling weights of places 0 … `capacity` - 1, to sample places in
    proportion to their weights.

    Node 1 holds the total; nodes 2n and 2n + 1 hold the sums of the two halves of node n. Every
    inner node is exactly the sum of its children, so the tree is determined by its leaves.
    """

    def __init__(self, capacity: int) -> None:
        self._depth = max(1, (capacity - 1).bit_length())
        self._leaves = 1 << self._depth
        self._sums = np.zeros(2 * self._leaves)

    @property
    def total(self) -> float:
        """The sum of the sampling weights of all places."""
        return float(self._sums[1])

    def weights(self, places: Places) -> npt.NDArray[np.float64]:
        """Return the sampling weights of `places`, in the same shape."""
        return self._sums[self._leaves + places]

    def put(self, places: Places, weights: npt.ArrayLike) -> None:
        """Set the sampling weights of `places`; if a place is repeated, its last weight counts."""
        self._sums[self._leaves + places] = weights
        nodes = self._leaves + places
        for _ in range(self._depth):
            nodes = nodes >> 1
            self._sums[nodes] = self._sums[2 * nodes] + self._sums[2 * nodes + 1]

    def find(self, depths: npt.NDArray[np.float64]) -> Places:
        """Return, for each number in `depths` (from 0 to the total weight), the first place at
        which the cumulative weight exceeds the number; the result has the shape of `depths`.
        """
        nodes = np.ones(len(depths), np.int64)
        left = depths.copy()
        for _ in range(self._depth):
            nodes *= 2
            first = self._sums[nodes]
            # Rounding may point past the last weight; subtrees of weight 0 are never entered.
            right = (left >= first) & (self._sums[nodes + 1] > 0)
            left -= np.where(right, first, 0.0)
            nodes += right
        return nodes - self._leaves


class Replay:
    """A buffer of the last `capacity` transitions, sampled in proportion to their priorities.

    `row` is their dtype (see `transition`); `rows` holds them, and `added` counts all added so
    far.
    """

    def __init__(self, capacity: int, row: np.dtype[np.void]) -> None:
        self.rows = np.zeros(capacity, row)
        self.added = 0
        self._tree = SumTree(capacity)

    @property
    def size(self) -> int:
        """The number of transitions stored now."""
        return min(self.added, len(self.rows))

    def add(self, rows: npt.NDArray[np.void]) -> None:
        """Add transitions with priority FIRST, replacing the oldest if the buffer is full."""
        if not len(rows):
            return
        places = (self.added + np.arange(len(rows))) % len(self.rows)
        self.rows[places] = rows
        self.added += len(rows)
        self._tree.put(places, FIRST)

    def draw(self, count: int, random: np.random.Generator) -> tuple[Places, Any]:
        """Sample `count` transitions; return their places in the buffer and importance weights (at
        most 1), both of shape (count,).

        Sampling is stratified: one transition is drawn from each of `count` equal parts of the
        total priority.
        """
        parts = (np.arange(count) + random.random(count)) / count
        places = self._tree.find(parts * self._tree.total)
        importance = 1.0 / np.sqrt(self._tree.weights(places))
        return places, (importance / importance.max()).astype(np.float32)

    def weigh(self, places: Places, losses: npt.NDArray[np.floating[Any]]) -> None:
        """Update the priorities of the transitions at `places` from their losses, both of shape
        (places,).
        """
        self._tree.put(places, np.sqrt(losses.astype(np.float64) + LEAST))

    def state(self) -> dict[str, Any]:
        """Return the stored transitions and their priorities, as arrays by name, for a checkpoint
        of the run.
        """
        used = np.arange(self.size)
        return {"rows": self.rows[used], "weights": self._tree.weights(used), "added": self.added}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore the buffer from `state`, which `Replay.state` returned."""
        rows = state["rows"]
        put(self.rows[: len(rows)], rows)
        self.added = int(state["added"])
        if len(rows):
            self._tree.put(np.arange(len(rows)), state["weights"])


Array = npt.NDArray[Any]


class LaneTurns(NamedTuple):
    """One turn in every lane (parallel game), from which transitions are made.

    The first dimension of every array is the lanes. `words` (observations as bits), `beliefs`
    (inputs appended to them), `legal` (legal moves as bit masks) and `seats` (the seats to move)
    are from before the moves; `actions` are those chosen.
    """

    words: Array
    beliefs: Array
    legal: Array
    seats: Array
    actions: Array
    paid: Array
    """(lanes,) reward of the game for this turn: the change of the score or, if the recipe says
    so, the cards played."""
    earned: Array
    """(lanes,) intrinsic reward of the move itself (`recipe.intrinsic`)."""
    ended: Array
    """(lanes,) whether the game ended with this turn."""
    hands: Array = np.zeros((1, 0), np.uint8)
    """(lanes, hand_size) true own cards of the seats to move; width 0 if the network does not
    predict them."""


class Seats:
    """The open moves of every seat in every lane (parallel game): those whose transitions are not
    complete yet.

    A move is open until its seat has had `steps` more turns or the game has ended, because its
    return is the sum of the rewards until then. A seat has at most `steps` open moves. `row` is the
    dtype of a transition, `gamma` the discount per turn of a seat. `credit` says whether a move's
    intrinsic reward goes to that move (`acting`) or to the seat's move before it (`previous`).
    """

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

    def close(self, turn: LaneTurns) -> npt.NDArray[np.void]:
        """Add one turn of every lane (parallel game), and return the transitions that are now
        complete, to be stored for learning.
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

    def _earn(self, turn: LaneTurns) -> None:
        """Add the intrinsic reward to the newest open move of the seat to move, if there is one."""
        count = self._count[self._lanes, turn.seats]
        newest = np.maximum(count - 1, 0)
        earned = np.where(count > 0, turn.earned, 0)
        self._open["reward"][self._lanes, turn.seats, newest] += earned

    def _close_full(self, turn: LaneTurns) -> npt.NDArray[np.void]:
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

    def _begin(self, turn: LaneTurns) -> None:
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
        """Return, for a checkpoint, the moves whose transitions are not complete yet, as arrays by
        name.
        """
        return {"open": self._open, "count": self._count}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore the moves whose transitions are not complete yet from a checkpoint, the arrays
        that `Seats.state` returned.
        """
        put(self._open, state["open"])
        self._count[:] = state["count"]
