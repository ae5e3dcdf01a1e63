"""The replay memories of several runs that are trained together, on the device of their networks.

The memory is a ring of turns. The seat that moves at turn t moves next at turn t + players, if the
game has not ended; its transition is complete then. What is learnt from is as in
`agents.learning.replay`. Priorities are whole numbers, whose sums do not depend on the order of
addition.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from agents.learning.recipe import LearningRecipe
from agents.learning.replay import LEAST
from native.environment.observation import bits

QUANTA = 1 << 20
"""Priorities are stored as whole multiples of 1 / QUANTA."""


class Ring:
    """A replay memory of several runs, whose recipes differ only in seed, intrinsic reward and
    initial weights: their last turns, and the sampling priority of each transition.

    Its arrays have the shape (runs, turns, lanes, …), where lanes are parallel games and a new turn
    overwrites the oldest. The place of a transition is the index of its first turn in an array
    whose first three dimensions are flattened.
    """

    def __init__(self, torch: Any, number: Any, recipes: Sequence[LearningRecipe]) -> None:
        """Allocate empty memories, one per recipe, with observations of the type `number`;
        `torch` is the PyTorch module.
        """
        recipe = recipes[0]
        self._torch, self._players, self._lanes = torch, recipe.players, recipe.timing.lanes
        self.turns = recipe.kept // self._lanes + recipe.players
        """The number of turns in the ring: a round more than the capacity of the memory, because a
        transition also needs the next turn of its seat."""
        self.room = self.turns * self._lanes
        """The number of places of each run."""

        def ring(dtype: Any, *more: int) -> Any:
            shape = (len(recipes), self.turns, self._lanes, *more)
            return torch.zeros(shape, dtype=dtype, device=recipe.device)

        self.seen = ring(number, bits(recipe.rules) + recipe.extra_inputs)
        self.legal, self.taken, self.priority = (ring(torch.int64) for _ in range(3))
        self.paid, self.earned, self.reward = (ring(torch.float32) for _ in range(3))
        self.ended, self.last = (ring(torch.bool) for _ in range(2))
        self._starts = torch.arange(len(recipes), device=recipe.device)[:, None] * self.room
        batch = recipe.timing.batch
        self._parts = torch.arange(batch, device=recipe.device, dtype=torch.float64) / batch
        acting = np.array([one.credited == "acting" for one in recipes])
        self._acting = torch.from_numpy(acting[:, None, None]).to(recipe.device)

    def parts(self) -> dict[str, Any]:
        """Return the arrays of the memory by name, except the observations."""
        names = ("legal", "taken", "priority", "paid", "earned", "reward", "ended", "last")
        return {name: getattr(self, name) for name in names}

    def see(self, this: Any, seen: Any, legal: Any) -> None:
        """Store the inputs `seen`, shape (runs, lanes, inputs), and the legal actions `legal` of a
        turn, shape (runs, lanes), in place of the oldest turn's. `this`, shape (1,), is the turn's
        index in the ring.
        """
        self.seen.index_copy_(1, this, seen[:, None])
        self.legal.index_copy_(1, this, legal[:, None])
        self.priority.index_fill_(1, this, 0)

    def record(self, sent: Any) -> None:
        """Store the moves of a turn and their effects, the arrays of `sent` (`stack.Sent`), and
        complete the transitions that began one round (a turn of each seat) before.
        """
        torch, slots = self._torch, sent.slots
        this, oldest = slots[:1], slots[self._players :]
        earned = sent.earned[:, None]
        self.taken.index_copy_(1, this, sent.actions[:, None])
        self.paid.index_copy_(1, this, sent.paid[:, None])
        self.earned.index_copy_(1, this, earned)
        self.ended.index_copy_(1, this, sent.ended[:, None])
        reward, going = torch.zeros_like(earned), torch.ones_like(earned)
        for back in range(self._players, 0, -1):
            at = slots[back : back + 1]
            reward += going * self.paid.index_select(1, at)
            going = going * ~self.ended.index_select(1, at)
        # The intrinsic reward of the move itself, or of the seat's next one (`credit`).
        acting = self.earned.index_select(1, oldest)
        reward += torch.where(self._acting, acting, earned * going)
        self.reward.index_copy_(1, oldest, reward)
        self.last.index_copy_(1, oldest, going == 0)
        self.priority.index_copy_(1, oldest, sent.first.expand_as(earned).contiguous())

    def draw(self, draws: Any) -> tuple[Any, Any]:
        """Sample transitions by priority, with the random numbers `draws` from 0 to 1; return their
        places in the memory of all runs, and their importance weights. All have the shape
        (runs, batch).
        """
        torch, weights = self._torch, self.priority.flatten()
        # One sum over all runs: a sum for each would occupy only as many processors as runs.
        sums = weights.cumsum(0)
        last = sums[self._starts + self.room - 1]
        before = torch.cat([torch.zeros_like(last[:1]), last[:-1]])
        depths = (self._parts + draws / draws.shape[1]) * (last - before).double()
        wanted = torch.minimum(depths.long() + before, last - 1)
        places = torch.searchsorted(sums, wanted, right=True)
        importance = (weights[places] / QUANTA).rsqrt()
        return places, importance / importance.amax(1, keepdim=True)

    def weigh(self, places: Any, losses: Any) -> None:
        """Update the priorities of the transitions at `places` from their losses, both of shape
        (runs, batch).
        """
        priorities = ((losses + LEAST).sqrt() * QUANTA).long().clamp(min=1)
        self.priority.view(-1).scatter_(0, places.flatten(), priorities.flatten())

    def following(self, places: Any) -> Any:
        """Return the places of the turns that end the transitions at `places`, in their shape."""
        one_round = self._players * self._lanes
        return (places - self._starts + one_round) % self.room + self._starts

    def rows(self, array: Any, places: Any) -> Any:
        """Return the entries of `array`, one of the memory's arrays, at `places`: shape (runs,
        batch) becomes (runs, batch, …).
        """
        flat = array.flatten(0, 2)
        return flat.index_select(0, places.flatten()).view(*places.shape, *flat.shape[1:])
