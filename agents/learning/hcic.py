"""Hand Card Information Completion learns, in PyTorch, from games of a policy with itself.

The published program has slips that the paper's text has not (it stores scores instead of chances,
as whole bytes; it leaves out places; with three players and more it takes clues to others for its
own): here it is as in the text. What the text leaves open is chosen so: one policy, that of the end
of the source run, plays all games; the loss is the cross-entropy of the cards that are there; no
dropout. The games are played anew when a run is resumed.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from agents.learning import completion, policies, storage
from agents.learning.believing import belief_for
from agents.learning.hcic_run import HcicPoint, HcicRun
from agents.learning.self_play import Played, played
from agents.learning.streams import stream
from agents.learning.torch_here import torch_here
from agents.runs.errors import BadRun
from native.environment.environment import MISSING

TOGETHER = 1024
"""Turns held out that are told of at once."""

Array = npt.NDArray[Any]


class HcicTraining:
    """A model being made, and the games that it learns from."""

    def __init__(self, run: HcicRun) -> None:
        """Plays the games. Raises BadRun for a source that is not there or of another table."""
        self.run, recipe = run, run.recipe
        self._torch = torch_here(recipe.device)
        policy = policies.load(storage.folder(recipe.source) / policies.FILE)
        if policy.card.recipe.players != recipe.players:
            raise BadRun(f"{recipe.source} plays with {policy.card.recipe.players} players.")
        belief = belief_for(policy.card.recipe)
        self._data, _ = played(policy, belief, recipe.games, f"{recipe.seed}/learnt")
        self._held, losses = played(policy, belief, recipe.held_out, f"{recipe.seed}/held")
        self.run = msgspec.structs.replace(
            run,
            cards=losses.cards,
            exact=losses.exact / losses.cards,
            possible=losses.possible / losses.cards,
        )
        layout = completion.shapes(recipe.rules, recipe.shape)
        weights = completion.initial(layout, stream(recipe.seed, "weights"))
        self._weights = {name: self._tensor(w).requires_grad_() for name, w in weights.items()}
        self._vectors = self._tensor(completion.card_vectors(recipe.rules))
        self._adam = self._torch.optim.Adam(
            list(self._weights.values()), lr=recipe.rate, fused=True
        )
        self._losses = np.zeros(2)
        """Sum and number since the last point."""

    def step(self) -> None:
        """Learn from one batch."""
        recipe, size = self.run.recipe, len(self._data.symbols)
        lots = stream(recipe.seed, "batch", self.run.steps).random(recipe.batch)
        rows = (lots * size).astype(np.int64)
        loss = self._loss(self._data, rows)
        self._adam.zero_grad()
        loss.backward()
        self._adam.step()
        self._losses += float(loss.detach()), 1
        self.run = msgspec.structs.replace(self.run, steps=self.run.steps + 1)

    def measure(self) -> None:
        """Add a point to the curve."""
        total, cards = 0.0, 0
        for rows in np.split(
            np.arange(len(self._held.hands)), range(1024, len(self._held.hands), 1024)
        ):
            with self._torch.no_grad():
                many = int((self._held.hands[rows] != MISSING).sum())
                total += float(self._loss(self._held, rows)) * many
                cards += many
        learnt = float(self._losses[0] / max(1, self._losses[1]))
        self._losses[:] = 0
        point = HcicPoint(self.run.steps, learnt, total / cards)
        self.run = msgspec.structs.replace(self.run, curve=(*self.run.curve, point))

    def _loss(self, data: Played, rows: Array) -> Any:
        """The mean cross-entropy of the cards of these rows."""
        recipe = self.run.recipe
        symbols, hands = data.symbols[rows].astype(np.int64), data.hands[rows].astype(np.int64)
        cat = self._torch.cat
        weights = completion.joined(self._weights, self._vectors, recipe.shape, cat)
        logits = completion.logits_of(weights, self._tensor(symbols), recipe.rules, recipe.shape)
        true = self._tensor(np.where(hands == MISSING, -1, hands)).reshape(-1)
        return self._torch.nn.functional.cross_entropy(
            logits.reshape(len(true), -1), true, ignore_index=-1
        )

    def weights(self) -> dict[str, Array]:
        """A copy for NumPy."""
        return {name: self._array(weight) for name, weight in self._weights.items()}

    def state(self) -> dict[str, Array]:
        """All that is needed to go on, but for the games."""
        kept = {"losses": self._losses}
        for name, weight in self._weights.items():
            kept[f"weight/{name}"] = self._array(weight)
            for what, value in self._adam.state.get(weight, {}).items():
                kept[f"{what}/{name}"] = self._array(value)
        return kept

    def restore(self, state: dict[str, Array]) -> None:
        with self._torch.no_grad():
            for name, weight in self._weights.items():
                weight.copy_(self._tensor(state[f"weight/{name}"]))
                if f"step/{name}" in state:
                    self._adam.state[weight] = {
                        what: self._tensor(state[f"{what}/{name}"])
                        for what in ("step", "exp_avg", "exp_avg_sq")
                    }
        self._losses[:] = state["losses"]

    def _tensor(self, array: Array) -> Any:
        return self._torch.from_numpy(np.array(array)).to(self.run.recipe.device)

    def _array(self, tensor: Any) -> Array:
        return np.asarray(tensor.detach().cpu().numpy().copy())
