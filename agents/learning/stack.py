"""The networks of several Rainbow runs, stacked on one device.

A GPU is mostly idle with a single network of this size. Here the weights of several runs are
stacked, so that one product of matrices serves all of them; the replay memories stay on the
device, and a turn of all games needs three launches of recorded CUDA graphs. The learning is that
of `agents.learning.rainbow`. Probabilities are added as whole numbers, whose sums do not depend on
the order of addition, so a repeated run gives the same bytes.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from agents.learning import hcic_network, hcic_run, network, policies
from agents.learning.network import ATOMS, LARGEST, VALUES, torch_here
from agents.learning.optimiser import Array, Optimised
from agents.learning.recipe import LearningRecipe, stream
from agents.learning.replay import FIRST
from agents.learning.ring import QUANTA, Ring
from native.environment.observation import WORD, bits, symbol_count, word_count

PARTS = 1 << 40
"""Probabilities are summed as whole multiples of 1 / PARTS."""
EAGER = 2
"""The number of times that a step runs normally on the device before it is recorded as a CUDA
graph."""


class Sent(NamedTuple):
    """The arrays that `Stack` copies from the host to the device for each turn, shape (runs, lanes,
    …) unless stated otherwise; lanes are parallel games.
    """

    words: Any
    """Observations as bits in 64-bit words."""
    legal: Any
    """Legal actions as bit masks."""
    symbols: Any
    """Rows of symbols that describe the turn, the input of a model that predicts own cards; width
    0 without such a model."""
    actions: Any
    paid: Any
    """The reward of the game for the turn: the change of the score or, if the recipe says so, the
    cards played."""
    earned: Any
    """The intrinsic reward of the move (`recipe.intrinsic`)."""
    ended: Any
    """Whether the game ended with the turn."""
    draws: Any
    """(updates, runs, batch) random numbers from 0 to 1, to sample transitions."""
    slots: Any
    """(players + 1,) places in the ring of turns: of this turn, the one before it, and so on."""
    first: Any
    """(1, 1, 1) priority of a new transition; 0 in the first round, when no transition is
    complete."""


class Stack(Optimised):
    """The networks and replay memories of several runs, whose recipes differ only in seed,
    intrinsic reward and initial weights. Arrays on the device have the runs as their first
    dimension.
    """

    def __init__(self, recipes: Sequence[LearningRecipe]) -> None:
        """Build the networks and the empty replay memories, one of each per recipe.

        Raise BadRun if PyTorch, the device or the model that predicts own cards is missing.
        """
        recipe = self._recipe = recipes[0]
        self._torch = torch = torch_here(recipe.device, recipe.precision)
        self._cuda, self._device = recipe.device == "cuda", recipe.device
        self._number = torch.bfloat16 if recipe.precision == "bfloat16" else torch.float32
        if self._cuda:
            # Sums have a fixed order here; the switch would only choose slower kernels.
            torch.use_deterministic_algorithms(False)
            if recipe.precision == "bfloat16":
                torch.set_float32_matmul_precision("high")
        self._rules, self._players, timing = recipe.rules, recipe.players, recipe.timing
        self._runs, self._lanes = len(recipes), timing.lanes
        self.model = None
        if recipe.belief == "hcic":
            self.model = hcic_run.load(recipe.hcic).in_torch(torch, self._device)
        self.memory = Ring(torch, self._number, recipes)
        self._make_networks(recipes)
        self._make_inputs()
        self._stream = torch.cuda.Stream() if self._cuda else None
        self._calls: dict[str, int] = {}
        self._recorded: dict[str, Any] = {}
        if self._cuda:
            torch.cuda.synchronize()

    def _make_networks(self, recipes: Sequence[LearningRecipe]) -> None:
        torch, recipe, rules = self._torch, self._recipe, self._rules
        layout = policies.layout(recipe, rules, recipe.extra_inputs)
        drawn = [
            network.initial(layout, stream(one.seed, "weights"), one.initial) for one in recipes
        ]
        self._optimise(
            _stacked(drawn),
            lr=recipe.timing.rate * recipe.method.rate,
            eps=recipe.method.epsilon,
            capturable=self._cuda,
        )
        self._targets = {
            name: weight.detach().to(self._number, copy=True)
            for name, weight in self._weights.items()
        }
        self._losses = torch.zeros(self._runs, device=self._device)
        self._values = torch.tensor(VALUES, device=self._device)
        self._actions = torch.arange(rules.move_count, device=self._device)
        self._bits = torch.arange(WORD, device=self._device)

    def _make_inputs(self) -> None:
        """Allocate the arrays that each turn copies from the host, there and on the device."""
        lanes, timing = (self._runs, self._lanes), self._recipe.timing
        symbols = symbol_count(self._rules) if self.model else 0
        arrays = Sent(
            words=np.zeros((*lanes, word_count(self._rules)), np.int64),
            legal=np.zeros(lanes, np.int64),
            symbols=np.zeros((*lanes, symbols), np.uint8),
            actions=np.zeros(lanes, np.int64),
            paid=np.zeros(lanes, np.float32),
            earned=np.zeros(lanes, np.float32),
            ended=np.zeros(lanes, np.bool_),
            draws=np.zeros((timing.lanes // timing.update, self._runs, timing.batch)),
            slots=np.zeros(self._players + 1, np.int64),
            first=np.zeros((1, 1, 1), np.int64),
        )
        host = [self._torch.from_numpy(array) for array in arrays]
        # Only pinned memory is copied while the host goes on.
        self._host = Sent(*(array.pin_memory() if self._cuda else array for array in host))
        self.host = Sent(*(array.numpy() for array in self._host))
        """NumPy arrays on the host, to be filled in before `see`, `record` and `learn` copy them
        to the device."""
        self._in = Sent(*(array.to(self._device) for array in host))
        self._chosen = self._in.actions.clone()

    def see(self, turn: int) -> None:
        """Store the observations of turn number `turn` in place of the oldest turn's, and choose
        its moves; `chosen` returns them.

        The caller first fills in three arrays of `host`, for the seat to move in each game, by run
        and lane: `words`, its observation as bits in 64-bit words; `legal`, its legal actions as a
        bit mask; and `symbols`, the input of the model that predicts its own cards (of width 0
        without such a model).
        """
        self.host.slots[:] = (turn - np.arange(self._players + 1)) % self.memory.turns
        self.host.first[:] = int(FIRST * QUANTA) * (turn >= self._players)
        self._send("words", "legal", "symbols", "slots", "first")
        self._on_device(self._see)

    def chosen(self) -> Array:
        """Wait for the device, and return the moves that `see` chose last, shape (runs, lanes)."""
        return self._array(self._chosen)

    def record(self) -> None:
        """Store the moves of the current turn and their effects, and complete the transitions that
        began one round (a turn of each seat) before.

        The caller first fills in the arrays `actions`, `paid`, `earned` and `ended` of `host`.
        """
        self._send("actions", "paid", "earned", "ended")
        self._on_device(self.memory.record, self._in)

    def learn(self) -> None:
        """Update the networks of all runs, once for each row of the array `draws` of `host`.

        `draws`, shape (updates, runs, batch), has random numbers from 0 to 1, which choose the
        transitions to learn from. The caller fills it in before each call.
        """
        self._send("draws")
        self._on_device(self._learn)

    def renew_targets(self) -> None:
        """Copy the weights of the networks that are trained to the target networks."""
        with self._torch.no_grad(), self._torch.cuda.stream(self._stream):
            for name, weight in self._weights.items():
                self._targets[name].copy_(weight)

    def losses(self) -> Array:
        """Return, for each run, the sum of the mean losses of its updates since the last call,
        shape (runs,).
        """
        losses = self._array(self._losses)
        with self._torch.cuda.stream(self._stream):
            self._losses.zero_()
        return losses

    def chosen_of(self, words: Array, legal: Array, symbols: Array) -> npt.NDArray[np.uint8]:
        """Return the moves that the present networks choose in test games, shape (runs, games).

        `words` are observations as bits in 64-bit words, shape (runs, games, words); `legal` has
        bit masks of the legal actions, shape (runs, games). `symbols`, shape (runs, games,
        symbols), is the input of a model that predicts own cards; its width is 0 without such a
        model.
        """
        torch = self._torch
        with torch.no_grad(), torch.cuda.stream(self._stream):
            seen = self._inputs(self._tensor(words), self._tensor(symbols))
            logits = network.logits_of(self._halved(self._weights), seen)
            return self._array(self._best(logits, self._tensor(legal))[0]).astype(np.uint8)

    def weights(self) -> list[dict[str, Array]]:
        """Return, for each run, the weights of its network as arrays by name, with the names and
        shapes of `network.shapes`.
        """
        arrays = {name: self._array(weight) for name, weight in self._weights.items()}
        return [
            {
                name: array[run, 0] if name[0] == "b" else array[run]
                for name, array in arrays.items()
            }
            for run in range(self._runs)
        ]

    def state(self) -> dict[str, Array]:
        """Return the networks, the optimiser's state and the replay memories for a checkpoint, as
        arrays by name.
        """
        parts = self._parts_of_state() | {"seen": self.memory.seen.half()}
        return {name: self._array(tensor) for name, tensor in parts.items()} | self._learnt()

    def restore(self, state: dict[str, Array]) -> None:
        """Restore the networks, the optimiser's state and the replay memories from a checkpoint,
        the arrays that `state` returned.

        Raise KeyError or RuntimeError if they are of different networks.
        """
        with self._torch.no_grad():
            self.memory.seen.copy_(self._tensor(state["seen"]))
            self._relearn(state)
            for name, tensor in self._parts_of_state().items():
                tensor.copy_(self._tensor(state[name]))

    def _parts_of_state(self) -> dict[str, Any]:
        """Return the tensors of a checkpoint by name, except the observations, the weights and the
        optimiser's state.
        """
        targets = {f"target-{name}": target for name, target in self._targets.items()}
        return {**self.memory.parts(), "losses": self._losses, **targets}

    # The methods from here on compute on the device, without waiting for the host.

    def _see(self) -> None:
        seen = self._inputs(self._in.words, self._in.symbols)
        self.memory.see(self._in.slots[:1], seen, self._in.legal)
        with self._torch.no_grad():
            logits = network.logits_of(self._halved(self._weights), seen)
            self._chosen.copy_(self._best(logits, self._in.legal)[0])

    def _learn(self) -> None:
        for draws in self._in.draws:
            self._update(*self.memory.draw(draws))

    def _update(self, places: Any, importance: Any) -> None:
        """Train on the transitions at `places` with these weights; renew their priorities."""
        torch = self._torch
        target = self._target(places)
        memory, seen = self.memory, self.memory.rows(self.memory.seen, places)
        logits = network.logits_of(self._halved(self._weights), seen)
        taken = _taken(torch).apply(logits, memory.rows(memory.taken, places))
        losses = -(target * taken[:, :, 0].float().log_softmax(2)).sum(2)
        weights = list(self._weights.values())
        loss = (losses * importance).mean(1).sum()
        for weight, gradient in zip(weights, torch.autograd.grad(loss, weights), strict=True):
            weight.grad = gradient
        self._adam.step()
        losses = losses.detach()
        self._losses += losses.mean(1)
        memory.weigh(places, losses)

    def _target(self, places: Any) -> Any:
        """Return the target distributions of the transitions at `places`, shape (runs, batch,
        atoms).
        """
        torch, memory = self._torch, self.memory
        with torch.no_grad():
            following = memory.following(places)
            logits = network.logits_of(self._targets, memory.rows(memory.seen, following))
            best, chances = self._best(logits, memory.rows(memory.legal, following))
            chances = chances.gather(2, _at(best))[:, :, 0]
            discounts = ~memory.rows(memory.last, places) * self._recipe.method.gamma
            rewards = memory.rows(memory.reward, places)
            reached = rewards[..., None] + discounts[..., None] * self._values
            # As `network.project`, in whole numbers.
            at = (reached.clamp(-LARGEST, LARGEST) + LARGEST) * ((ATOMS - 1) / (2 * LARGEST))
            below = at.floor().clamp(max=ATOMS - 2)
            above = (at - below) * chances
            shares = torch.zeros(chances.shape, dtype=torch.int64, device=self._device)
            atoms = below.long()
            shares.scatter_add_(2, atoms, ((chances - above) * PARTS).long())
            shares.scatter_add_(2, atoms + 1, (above * PARTS).long())
            return shares.float() / PARTS

    def _best(self, logits: Any, legal: Any) -> tuple[Any, Any]:
        """Return the legal action of greatest expected value, (runs, rows), and the distributions
        of all actions.
        """
        chances = logits.softmax(3, dtype=self._torch.float32)
        allowed = (legal[..., None] >> self._actions & 1).bool()
        means = chances @ self._values
        return means.masked_fill(~allowed, -self._torch.inf).argmax(2), chances

    def _inputs(self, words: Any, symbols: Any) -> Any:
        """Return the networks' inputs, (runs, rows, inputs), from observations as 64-bit words."""
        seen = (words[..., None] >> self._bits & 1).flatten(2)[..., : bits(self._rules)]
        seen = seen.to(self._number)
        if not self.model:
            return seen
        rows = symbols.flatten(0, 1).long()
        with self._torch.no_grad():
            chances = hcic_network.chances_of(
                dict(self.model.weights), rows, self._rules, self.model.card.recipe.shape
            )
        known = chances * hcic_run.held(self._rules, rows)[..., None]
        known = known.to(self._number).view(*seen.shape[:2], -1)
        return self._torch.cat([seen, known], 2)

    def _on_device(self, step: Callable[..., None], *of: Any) -> None:
        """Do `step(*of)` on the device: at first as it is, later as a recorded CUDA graph."""
        if not self._cuda:
            step(*of)
            return
        torch, name = self._torch, step.__name__
        self._calls[name] = self._calls.get(name, 0) + 1
        with torch.cuda.stream(self._stream):
            if self._calls[name] <= EAGER:
                step(*of)
                return
            if name not in self._recorded:
                torch.cuda.synchronize()
                self._recorded[name] = torch.cuda.CUDAGraph()
                with torch.cuda.graph(self._recorded[name], stream=self._stream):
                    step(*of)
            self._recorded[name].replay()

    def _send(self, *names: str) -> None:
        with self._torch.cuda.stream(self._stream):
            for name in names:
                getattr(self._in, name).copy_(getattr(self._host, name), non_blocking=True)

    def _halved(self, weights: dict[str, Any]) -> dict[str, Any]:
        """Return weights in the precision of the products; gradients pass through."""
        return {name: weight.to(self._number) for name, weight in weights.items()}

    def _array(self, tensor: Any) -> Array:
        """Wait for the device, and return a copy of a tensor on the host."""
        with self._torch.cuda.stream(self._stream):
            return super()._array(tensor)


def _stacked(weights: Sequence[dict[str, Array]]) -> dict[str, Array]:
    """Return the runs' weights in one array for each name: matrices (runs, inputs, outputs), biases
    (runs, 1, outputs).
    """
    stacks = {name: np.stack([one[name] for one in weights]) for name in weights[0]}
    return {name: stack[:, None] if name[0] == "b" else stack for name, stack in stacks.items()}


def _at(actions: Any) -> Any:
    """Return the index of the distributions of actions, for `gather`."""
    return actions[..., None, None].expand(*actions.shape, 1, ATOMS)


def _taken(torch: Any) -> Any:
    """Return a function for PyTorch that selects the logits of the actions taken.

    Its gradient is written to its place; that of an index would be added up, in no fixed order.
    """

    class Taken(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(context: Any, logits: Any, taken: Any) -> Any:
            context.save_for_backward(_at(taken))
            context.shape = logits.shape
            return logits.gather(2, _at(taken))

        @staticmethod
        def backward(context: Any, gradient: Any) -> tuple[Any, None]:
            (index,) = context.saved_tensors
            return gradient.new_zeros(context.shape).scatter_(2, index, gradient), None

    return Taken
