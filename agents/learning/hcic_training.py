"""Training of a model that predicts a seat's own cards, in PyTorch, on games of a policy.

This is Hand Card Information Completion of the paper of Hanabi_Plugins (docs/references.md). It
follows the paper's text where the paper's program deviates from it by mistake (the program stores
scores instead of probabilities, as whole bytes; omits positional embeddings; with three or
more players takes clues to others for clues to oneself). Where the text is silent: a single policy,
the final one of the source run, plays all games; the loss is the cross-entropy over the cards
present; there is no dropout. A resumed run replays the games.
"""

from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from agents.learning import hcic_network, hcic_run, policies, weight_files
from agents.learning.beliefs import Belief, belief_for
from agents.learning.evaluation import SelfPlayGames
from agents.learning.hcic_run import MODELS, HcicPoint, HcicRun
from agents.learning.network import torch_here
from agents.learning.optimiser import Array, Optimised
from agents.learning.recipe import stream
from agents.learning.run import LEARNERS
from agents.runs.errors import BadRun
from agents.runs.life import RunInProgress
from agents.runs.storage import Arrays
from native.environment.environment import MISSING, Environment

TEST_EVERY = 500
"""The number of training steps between two points of the curve."""
TOGETHER = 1024
"""The number of held-out turns evaluated in one batch."""
LANES = 500
"""The number of games that the source run's policy plays in parallel to produce the data."""


class TrainingData(NamedTuple):
    """Training data of a model that predicts a seat's own cards, one row per turn."""

    symbols: npt.NDArray[np.uint8]
    """(turns, symbols) description of the turn as the seat to move sees it: the model's inputs
    (`native.environment.observation.symbols_of`)."""
    hands: npt.NDArray[np.uint8]
    """(turns, hand_size) true identities of that seat's own cards, oldest first, or MISSING: the
    model's targets."""


class Losses(NamedTuple):
    """Log-losses, in nats, of two predictions of a seat's own cards that need no model.

    `cards` is the number of cards predicted. `exact` and `possible` are the sums of the losses of
    these cards: with exact probabilities from counting deals, and with equal probabilities for all
    possible identities.
    """

    cards: int
    exact: float
    possible: float


class HcicTraining(Optimised, RunInProgress[HcicRun, Arrays]):
    """A training run in progress of a model that predicts the cards in a seat's own hand, with the
    games it learns from.
    """

    kind = MODELS

    def __init__(self, run: HcicRun) -> None:
        """Set up the run, and play the games to learn from with the policy of its source run.

        Raise BadRun if PyTorch or the source run is missing, or if that run is for another number
        of players.
        """
        self.run, recipe = run, run.recipe
        self._torch, self._device = torch_here(recipe.device), recipe.device
        policy = policies.of_run(LEARNERS.load(recipe.source))
        if policy.card.recipe.players != recipe.players:
            raise BadRun(
                f"{recipe.source} plays with {policy.card.recipe.players} players, "
                f"not {recipe.players}."
            )
        belief = belief_for(policy.card.recipe)
        self._data, _ = training_data(policy, belief, recipe.games, f"{recipe.seed}/learnt")
        self._held, losses = training_data(policy, belief, recipe.held_out, f"{recipe.seed}/held")
        self.run = msgspec.structs.replace(
            run,
            cards=losses.cards,
            exact=losses.exact / losses.cards,
            possible=losses.possible / losses.cards,
        )
        layout = hcic_network.shapes(recipe.rules, recipe.shape)
        weights = hcic_network.initial(layout, stream(recipe.seed, "weights"))
        self._optimise(weights, lr=recipe.rate)
        self._vectors = self._tensor(hcic_network.card_vectors(recipe.rules))
        self._losses = np.zeros(2)
        """The sum and the number of the batch losses since the last point of the curve."""

    def step(self) -> None:
        """Update the model once, on a batch of turns drawn at random."""
        recipe, size = self.run.recipe, len(self._data.symbols)
        draws = stream(recipe.seed, "batch", self.run.steps).random(recipe.batch)
        rows = (draws * size).astype(np.int64)
        loss = self._loss(self._data, rows)
        self._adam.zero_grad()
        loss.backward()
        self._step()
        self._losses += float(loss.detach()), 1
        self.run = msgspec.structs.replace(self.run, steps=self.run.steps + 1)

    def measure(self) -> None:
        """Evaluate the model on the held-out games, and append a point to the curve."""
        total, cards = 0.0, 0
        for rows in np.split(
            np.arange(len(self._held.hands)), range(TOGETHER, len(self._held.hands), TOGETHER)
        ):
            with self._torch.no_grad():
                many = int((self._held.hands[rows] != MISSING).sum())
                total += float(self._loss(self._held, rows)) * many
                cards += many
        learnt = float(self._losses[0] / max(1, self._losses[1]))
        self._losses[:] = 0
        point = HcicPoint(self.run.steps, learnt, total / cards)
        self.run = msgspec.structs.replace(self.run, curve=(*self.run.curve, point))

    def _loss(self, data: TrainingData, rows: Array) -> Any:
        """Return the mean cross-entropy over the cards of these rows."""
        recipe = self.run.recipe
        symbols, hands = data.symbols[rows].astype(np.int64), data.hands[rows].astype(np.int64)
        cat = self._torch.cat
        weights = hcic_network.joined(self._weights, self._vectors, recipe.shape, cat)
        logits = hcic_network.logits_of(weights, self._tensor(symbols), recipe.rules, recipe.shape)
        true = self._tensor(np.where(hands == MISSING, -1, hands)).reshape(-1)
        return self._torch.nn.functional.cross_entropy(
            logits.reshape(len(true), -1), true, ignore_index=-1
        )

    def weights(self) -> dict[str, Array]:
        """Return a copy of the model's weights as NumPy arrays."""
        return {name: self._array(weight) for name, weight in self._weights.items()}

    def state(self) -> dict[str, Array]:
        """Return the training state for a checkpoint, as arrays by name: the model and Adam's
        state, but not the games.
        """
        return {"losses": self._losses, **self._learnt("/")}

    def restore(self, state: dict[str, Array]) -> None:
        """Restore the training state from a checkpoint, the arrays that `state` returned."""
        self._relearn(state, "/")
        self._losses[:] = state["losses"]

    def parts(self) -> range:
        """Return the indices of the remaining training steps; each is the argument of one call of
        `take`.
        """
        return range(self.run.steps, self.run.of)

    def take(self, _step: int) -> None:
        """Make one training step, and append a point to the curve at every TEST_EVERY-th step and
        at the last one. `_step`, the index of the step, is not used.
        """
        self.step()
        if self.run.steps % TEST_EVERY == 0 or self.run.steps == self.run.of:
            self.measure()

    @property
    def note(self) -> str:
        """The loss on the held-out games at the last point of the curve, as text for the progress
        line; empty before the first point.
        """
        return f"loss {self.run.curve[-1].held:.3f}" if self.run.curve else ""

    def files(self) -> dict[str, bytes]:
        """Return the model's file, which is stored beside the record, as {file name: contents}."""
        card = hcic_run.ModelCard(self.run.name, self.run.recipe, self.run.steps)
        return {hcic_run.FILE: weight_files.encode(card, self.weights())}


def training_data(
    policy: policies.Policy, belief: Belief, games: int, seed: str
) -> tuple[TrainingData, Losses]:
    """Play games 0 … `games` - 1 of a seed with a policy on all seats; return one row of data per
    turn, to train a model on, and the losses of predictions that need no model, for comparison.

    `belief` computes the inputs that the policy takes besides observations (`beliefs.belief_for`).
    """
    rows, hands, losses = [], [], np.zeros(3)
    for first in range(0, games, LANES):
        lanes = min(LANES, games - first)
        environment = Environment(policy.card.recipe.rules, lanes, seed, first=first)
        for running in SelfPlayGames(environment).turns(policy.choose, belief):
            rows.append(environment.symbols(running))
            hands.append(environment.hands[running])
            losses += _losses(environment.odds(running), hands[-1])
    return TrainingData(np.concatenate(rows), np.concatenate(hands)), Losses(
        int(losses[0]), float(losses[1]), float(losses[2])
    )


def _losses(odds: npt.NDArray[np.float32], hands: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    """Return the number of cards, and the summed log-losses of exact odds and of a uniform
    guess.
    """
    held = hands != MISSING
    true = np.where(held, hands, 0)[..., None].astype(np.int64)
    exact = np.take_along_axis(odds, true, axis=2)[..., 0][held]
    possible = (odds > 0).sum(axis=2)[held]
    return np.array([held.sum(), -np.log(exact).sum(), np.log(possible).sum()])
