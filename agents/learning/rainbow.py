"""Rainbow for Hanabi, in PyTorch: a network that predicts the distribution of future points.

Bellemare et al., "A distributional perspective on reinforcement learning" (2017): the value of an
action is a distribution over 51 atoms; the target of a transition is the distribution of the best
legal next action, discounted, shifted by the reward and projected onto the atoms; the loss is the
cross-entropy of the two. Illegal actions are excluded from the choice and from the target.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from agents.learning import network, policies
from agents.learning.colours import Renaming
from agents.learning.network import ATOMS, VALUES, torch_here
from agents.learning.optimiser import Array, Optimised
from agents.learning.recipe import LearningRecipe, stream
from native import Rules
from native.environment.environment import MISSING
from native.environment.observation import bits, unpacked

CARDS_COUNT = 0.25
"""The weight of the loss of predicting the own cards relative to the value loss (Hu and Foerster,
2020)."""

EARLY = 9
"""The constant in the limit of the averaged network's decay: after n updates the decay is at most
n / (n + EARLY)."""


class Rainbow(Optimised):
    """The Rainbow learner: the network that is trained, the target network, the averaged network
    that plays, and the state of the optimiser Adam.
    """

    def __init__(self, rules: Rules, beliefs: int, recipe: LearningRecipe) -> None:
        """Build the networks for games by `rules`; `beliefs` is the number of inputs appended to
        an observation.

        Raise BadRun if PyTorch is missing or lacks the recipe's device or precision.
        """
        self._torch = torch_here(recipe.device, recipe.precision)
        self._bits, self._moves, self._advised = bits(rules), rules.move_count, bool(recipe.advice)
        self._actions = self._moves + self._advised
        self._identities, self._cards = rules.max_score, recipe.cards
        self._method, self._device = recipe.method, recipe.device
        self._low = recipe.precision == "bfloat16"
        method = recipe.method
        shapes = policies.layout(recipe, rules, beliefs)
        weights = network.initial(shapes, stream(recipe.seed, "weights"), recipe.initial)
        self._optimise(weights, lr=recipe.timing.rate * method.rate, eps=method.epsilon)
        initial = {name: value.detach().clone() for name, value in self._weights.items()}
        self._means = {n: value.clone() for n, value in initial.items()} if method.average else {}
        # The target network keeps its matrices in the precision of their products, for speed.
        half = self._torch.bfloat16 if self._low else self._torch.float32
        self._targets = {n: v.to(half) if n.startswith("w") else v for n, v in initial.items()}
        self._values = self._torch.tensor(VALUES, device=self._device)

    def choose(
        self, words: Array, beliefs: Array, legal: Array, *, learning: bool = False
    ) -> npt.NDArray[np.uint8]:
        """Return the legal action of greatest expected value in each row, shape (rows,), by the
        averaged network or, if `learning`, by the network that is trained.

        `words` are observations as bits in 64-bit words, shape (rows, words); the inputs
        `beliefs`, shape (rows, width), are appended to them. `legal` has a bit mask of the legal
        moves of each row, shape (rows,).
        """
        weights = self._weights if learning else self._playing
        with self._torch.no_grad():
            logits = self._logits(weights, self._inputs(words, beliefs))
            best = self._best(logits, self._legal(legal))
        return np.asarray(best.cpu().numpy().astype(np.uint8))

    def update(
        self, rows: npt.NDArray[np.void], importance: Array, renamed: Renaming | None = None
    ) -> npt.NDArray[np.float32]:
        """Train once on the transitions `rows` (dtype `replay.transition`); return their losses
        before the update, shape (rows,).

        `importance` has the weights of the transitions, shape (rows,). `renamed`, if given,
        permutes their colours.
        """
        torch = self._torch
        target = self._target(rows, renamed)
        hidden = self._hidden(self._weights, self._inputs(rows["words"], rows["beliefs"], renamed))
        actions = rows["action"].astype(np.int64)
        taken = self._tensor(renamed.names[actions] if renamed else actions)
        losses = -(target * torch.log_softmax(self._of_taken(hidden, taken), 1)).sum(1)
        loss = (losses * self._tensor(importance)).mean()
        if self._cards:
            hands = renamed.cards[rows["hands"]] if renamed else rows["hands"]
            loss = loss + CARDS_COUNT * self._card_loss(hidden, hands)
        self._adam.zero_grad()
        loss.backward()
        if self._method.clip:
            torch.nn.utils.clip_grad_norm_(list(self._weights.values()), self._method.clip)
        self._step()
        self._renew_means()
        return np.asarray(losses.detach().cpu().numpy())

    def renew_targets(self) -> None:
        """Copy the weights of the network that is trained to the target network."""
        with self._torch.no_grad():
            for name, weight in self._weights.items():
                self._targets[name].copy_(weight)

    def _renew_means(self) -> None:
        """Update the averaged network; its decay is smaller during the first updates."""
        with self._torch.no_grad():
            for name, mean in self._means.items():
                weight = self._weights[name]
                updates = float(self._adam.state[weight]["step"])
                decay = min(self._method.average, updates / (updates + EARLY))
                mean.lerp_(weight, 1 - decay)

    @property
    def _playing(self) -> dict[str, Any]:
        """Return the averaged network, or the newest if the method does not average."""
        return self._means or self._weights

    def weights(self) -> dict[str, Array]:
        """Return a copy, as NumPy arrays by name, of the weights of the network that plays: the
        averaged one, or the one that is trained if the method does not average.
        """
        return {name: self._array(weight) for name, weight in self._playing.items()}

    def _card_loss(self, hidden: Any, hands: Array) -> Any:
        """Return the mean cross-entropy over the own cards present."""
        logits = network.cards_from(self._weights, hidden, self._identities).float()
        true = np.where(hands == MISSING, -1, hands).astype(np.int64)
        return self._torch.nn.functional.cross_entropy(
            logits.reshape(-1, self._identities), self._tensor(true.reshape(-1)), ignore_index=-1
        )

    def _target(self, rows: npt.NDArray[np.void], renamed: Renaming | None = None) -> Any:
        """Return the (rows, atoms) target distributions."""
        torch = self._torch
        with torch.no_grad():
            inputs = self._inputs(rows["next_words"], rows["next_beliefs"], renamed)
            logits = self._logits(self._targets, inputs)
            judge = self._logits(self._weights, inputs) if self._method.double else logits
            best = self._best(judge, self._legal(rows["next_legal"], renamed))
            chances = torch.softmax(self._of_actions(logits, best), 1)
            rewards, discounts = self._tensor(rows["reward"]), self._tensor(rows["discount"])
            reached = rewards[:, None] + discounts[:, None] * self._values
            return network.project(reached, chances)

    def _best(self, logits: Any, legal: Any) -> Any:
        means = self._torch.softmax(logits, 2) @ self._values
        return means.masked_fill(~legal, -self._torch.inf).argmax(1)

    def _of_actions(self, logits: Any, actions: Any) -> Any:
        """Return the value distributions of chosen actions: (rows, actions, atoms) to (rows,
        atoms).
        """
        return logits[self._torch.arange(len(actions), device=self._device), actions]

    def _of_taken(self, hidden: Any, taken: Any) -> Any:
        """Map (rows, hidden) and the (rows,) actions taken to (rows, atoms) logits.

        Equivalent to `_of_actions` on all logits, but computed from the weights of the taken
        actions only: a fraction of the work, above all in the backward pass. A GPU, and a processor
        in bfloat16, is faster with one large product than with many small ones.
        """
        if self._device != "cpu" or self._low:
            return self._of_actions(self._logits_from(self._weights, hidden), taken)
        # The rows of each action are a group; groups are padded with zeros to the same number of
        # rows, so that all are one batched product.
        counts = taken.bincount(minlength=self._actions)
        most, order = int(counts.max()), taken.argsort()
        within = self._torch.arange(len(taken)) - (counts.cumsum(0) - counts)[taken[order]]
        places = self._torch.empty_like(order)
        places[order] = taken[order] * most + within
        groups = hidden.new_zeros(len(counts) * most, hidden.shape[1]).index_copy(0, places, hidden)
        weights, biases = self._weights["wactions"], self._weights["bactions"]
        with self._halved():
            logits = self._torch.baddbmm(
                biases.view(-1, 1, ATOMS),
                groups.view(-1, most, hidden.shape[1]),
                weights.view(hidden.shape[1], -1, ATOMS).transpose(0, 1),
            ).reshape(-1, ATOMS)[places]
            if "wstate" in self._weights:
                logits = logits + network.level_of(self._weights, hidden)
        return logits.float()

    def _logits(self, weights: dict[str, Any], inputs: Any) -> Any:
        return self._logits_from(weights, self._hidden(weights, inputs))

    def _hidden(self, weights: dict[str, Any], inputs: Any) -> Any:
        with self._halved():
            return network.hidden_of(weights, inputs)

    def _logits_from(self, weights: dict[str, Any], hidden: Any) -> Any:
        with self._halved():
            logits = network.logits_from(weights, hidden)
        return logits.float()

    def _halved(self) -> Any:
        torch = self._torch
        return torch.autocast(self._device, dtype=torch.bfloat16, enabled=self._low)

    def _inputs(self, words: Array, beliefs: Array, renamed: Renaming | None = None) -> Any:
        seen = self._tensor(unpacked(words, self._bits)).float()
        if beliefs.shape[1]:
            seen = self._torch.cat([seen, self._tensor(beliefs.astype(np.float32))], 1)
        return seen[:, self._tensor(renamed.inputs)] if renamed else seen

    def _legal(self, legal: Array, renamed: Renaming | None = None) -> Any:
        """Return bit sets of legal actions as a mask, (rows,) to (rows, actions).

        Following the adviser is always legal.
        """
        moves = unpacked(legal[:, None], self._moves)
        if renamed:
            moves = moves[:, renamed.moves]
        always = np.ones((len(moves), int(self._advised)), np.uint8)
        return self._tensor(np.concatenate([moves, always], 1)).bool()

    def state(self) -> dict[str, Array]:
        """Return, for a checkpoint, the weights of all networks and Adam's state, as arrays by
        name.
        """
        state = {f"mean-{name}": self._array(mean) for name, mean in self._means.items()}
        state |= {f"target-{name}": self._array(one.float()) for name, one in self._targets.items()}
        return state | self._learnt()

    def restore(self, state: dict[str, Array]) -> None:
        """Restore the networks and Adam's state from a checkpoint, the arrays that `state`
        returned. Raise KeyError or RuntimeError if they are of a different network.
        """
        for name, mean in self._means.items():
            mean.copy_(self._tensor(state[f"mean-{name}"]))
        for name, target in self._targets.items():
            target.copy_(self._tensor(state[f"target-{name}"]))
        self._relearn(state)
