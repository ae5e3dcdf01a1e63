"""Training by reinforcement learning: the parallel games, the replay buffer and the network of a
run in progress.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import msgspec
import numpy as np

from agents.learning import policies
from agents.learning.beliefs import Belief, belief_for, taken
from agents.learning.colours import Renaming, random_renaming
from agents.learning.evaluation import SelfPlay, evaluate
from agents.learning.network import torch_here
from agents.learning.rainbow import Rainbow
from agents.learning.recipe import ITERATION, intrinsic, stream
from agents.learning.replay import LaneTurns, Replay, Seats, transition
from agents.learning.run import LEARNERS, LearningPoint, LearningRun
from agents.runs.life import RunInProgress
from agents.runs.storage import Arrays, make_folder
from native import Rng, Rules
from native.environment.environment import Environment
from native.environment.observation import word_count

TEST_GAMES = 1_000
TEST_EVERY = 10
"""The number of iterations (of ITERATION turns) between two points of the curve."""
CHUNK = 256
"""The number of turns between two checks for a stop request."""


class Training(RunInProgress[LearningRun, Arrays]):
    """Base of reinforcement learning runs in progress, one run or several at once."""

    kind = LEARNERS
    test_games = TEST_GAMES
    """The number of games of each evaluation."""

    @abstractmethod
    def step(self) -> None:
        """Play one turn in every lane (a parallel game), then make the updates that are due."""

    @abstractmethod
    def measure(self) -> None:
        """Evaluate the current policy of every run, and append a point to its curve."""

    @abstractmethod
    def save_policies(self) -> list[policies.Policy]:
        """Write the current policy of every run to its file, and return them as stored."""

    def parts(self) -> Iterator[int]:
        """Yield the number of training steps of each part of the work, an argument for `take`,
        until all turns are done. The run may be saved between two parts.
        """
        while self.run.turns < self.run.of:
            yield max(1, CHUNK // self.run.recipe.timing.lanes)

    def take(self, steps: int) -> None:
        """Make up to `steps` training steps, fewer if all turns are done. Every TEST_EVERY
        iterations (of ITERATION turns each), append a point to the curve and write the policies.
        """
        spacing = TEST_EVERY * ITERATION
        for _ in range(steps):
            before = self.run.turns
            if before >= self.run.of:
                return
            self.step()
            if before // spacing < self.run.turns // spacing:
                self.measure()
                self.save_policies()

    @property
    def note(self) -> str:
        """The mean score at the last point of the curve, as text for the progress line; empty
        before the first point.
        """
        return f"{self.run.curve[-1].test.mean:.2f} points a game" if self.run.curve else ""

    def close_curve(self) -> None:
        """Evaluate the policy and append the last point of the curve, unless the curve already has
        a point for the present turn.
        """
        if not self.run.curve or self.run.curve[-1].turns != self.run.turns:
            self.measure()

    def with_final(self, run: LearningRun, policy: policies.Policy) -> LearningRun:
        """Return a copy of the record `run` with a final evaluation of `policy`, the run's stored
        policy, on other deals than those of the curve.
        """
        rules, belief = run.recipe.rules, belief_for(run.recipe)
        seed = f"final/{rules.players}"
        final = evaluate(rules, policy.choose, belief, self.test_games, seed)
        return msgspec.structs.replace(run, final=final)

    def write_policy(self, run: LearningRun, weights: Mapping[str, Any]) -> policies.Policy:
        """Write network weights (arrays by name) as the policy of a run to the run's folder, and
        return the policy as stored.
        """
        card = policies.PolicyCard(run.name, run.recipe, run.turns)
        make_folder(LEARNERS.own(run.name))
        return policies.save(LEARNERS.own(run.name) / policies.FILE, card, weights)


class Trainer(Training):
    """A training run in progress, trained alone. One step is a turn in every lane (parallel game)
    and then the network updates that the schedule asks for.
    """

    def __init__(self, run: LearningRun, rules: Rules | None = None) -> None:
        """Set up the games and the learner of a run; `rules` replaces the recipe's rules, for
        tests.

        Raise BadRun if PyTorch, the belief's model or the adviser is not available.
        """
        self.run, recipe = run, run.recipe
        self.rules = rules or recipe.rules
        self._timing, self._seed = recipe.timing, recipe.seed
        method = recipe.method
        self.belief: Belief = belief_for(recipe, torch_here(recipe.device, recipe.precision))
        width = self.belief.width(self.rules)
        hand = self.rules.hand_size * recipe.cards
        row = transition(word_count(self.rules), width, hand)
        lanes = self._timing.lanes
        self._environment = Environment(self.rules, lanes, f"{recipe.seed}/deals")
        self._lanes = np.arange(lanes)
        self._chances = _exploring(lanes, *method.exploring)
        self._moves = Rng(f"{recipe.seed}/moves")
        self._seats = Seats(
            lanes,
            self.rules.players,
            row,
            steps=method.steps,
            gamma=method.gamma,
            credit=recipe.credited,
        )
        self._replay = Replay(recipe.kept, row)
        self.learner = Rainbow(self.rules, width, recipe)
        self._thread = ThreadPoolExecutor(1)
        self._coming: Future[Any] | None = None
        """The beliefs of the coming turn, which a thread computes while the network learns."""
        self._losses = np.zeros(2)
        """The sum and the number of the update losses since the last point of the curve."""

    def step(self) -> None:
        """Play one turn in every lane (parallel game), then make the updates that are due."""
        environment, before = self._environment, self.run.turns
        beliefs = (self._coming or self._believe()).result()
        actions = self._actions(before, beliefs)
        words, legal = environment.observations.copy(), environment.legal.copy()
        seats, recipe = environment.seats.copy(), self.run.recipe
        hands = environment.hands[:, : self.rules.hand_size * recipe.cards].copy()
        environment.step(self._meant(actions, beliefs))
        self._coming = self._believe()
        deeds = environment.deeds
        paid = deeds["reward" if recipe.reward == "score" else "scored"].astype(np.float32)
        earned = intrinsic(deeds, str(recipe.goir))
        ended = deeds["end"] > 0
        self._replay.add(
            self._seats.close(
                LaneTurns(words, beliefs, legal, seats, actions, paid, earned, ended, hands)
            )
        )
        self.run = msgspec.structs.replace(self.run, turns=before + len(actions), final=None)
        self._learn(before, self.run.turns)

    def _believe(self) -> Future[Any]:
        """Begin to compute the beliefs of the coming turn in another thread."""
        return self._thread.submit(self.belief.of, self._environment, self._lanes)

    def measure(self) -> None:
        """Evaluate the current policy, and append a point to the curve."""
        test = self.test(f"curve/{self.rules.players}", self.test_games)
        total, updates = self._losses
        self._losses[:] = 0
        point = LearningPoint(self.run.turns, float(total / max(1, updates)), test)
        self.run = msgspec.structs.replace(self.run, curve=(*self.run.curve, point))

    def test(self, seed: str, games: int) -> SelfPlay:
        """Return an evaluation of the current policy by greedy self-play in `games` games, on the
        deals of a seed.
        """

        def choose(words: Any, beliefs: Any, legal: Any) -> Any:
            return self._meant(self.learner.choose(words, beliefs, legal), beliefs)

        return evaluate(self.rules, choose, self.belief, games, seed)

    def _meant(self, actions: Any, beliefs: Any) -> Any:
        """Return the moves that actions stand for; following the adviser stands for its move."""
        advice = self.run.recipe.advice
        return taken(actions, beliefs, self.rules.move_count) if advice else actions

    def _actions(self, turn: int, beliefs: Any) -> Any:
        """Choose an action per lane: the learner's, or sometimes a random one to explore."""
        begin, over = self._timing.begin, self._timing.explore
        left = np.clip(1 - (turn - begin) / over, 0, 1)
        draws = stream(self._seed, "explore", turn).random(len(self._lanes))
        random = draws < left + (1 - left) * self._chances
        environment = self._environment
        actions = environment.random_actions(self._moves.derive(turn))
        if self.run.recipe.advice:
            # Taking the advice is as likely as all moves together.
            draws = stream(self._seed, "advice", turn).random(len(self._lanes))
            actions[draws < 0.5] = self.rules.move_count
        known = np.flatnonzero(~random)
        if len(known):
            actions[known] = self.learner.choose(
                environment.observations[known],
                beliefs[known],
                environment.legal[known],
                learning=True,
            )
        return actions

    def _learn(self, before: int, after: int) -> None:
        timing = self._timing
        if after <= timing.begin or self._replay.size < timing.batch:
            return
        for update in range(before // timing.update, after // timing.update):
            random = stream(self._seed, "draw", update)
            places, importance = self._replay.draw(timing.batch, random)
            rows = self._replay.rows[places]
            losses = self.learner.update(rows, importance, self._renamed(update))
            self._replay.weigh(places, losses)
            self._losses += float(losses.mean()), 1
        if before // timing.copy < after // timing.copy:
            self.learner.renew_targets()

    def _renamed(self, update: int) -> Renaming | None:
        recipe = self.run.recipe
        if not recipe.colours:
            return None
        return random_renaming(self.rules, recipe, stream(self._seed, "colours", update))

    def state(self) -> Arrays:
        """Return the training state for a checkpoint, as arrays by name: networks, optimiser,
        games, replay buffer and open transitions.
        """
        parts = {
            "learner": self.learner.state(),
            "environment": self._environment.state(),
            "seats": self._seats.state(),
            "replay": self._replay.state(),
            "losses": {"sums": self._losses},
        }
        return {
            f"{part}/{name}": value
            for part, names in parts.items()
            for name, value in names.items()
        }

    def restore(self, state: Arrays) -> None:
        """Restore the training state from a checkpoint, the arrays that `state` returned."""
        self.learner.restore(part_of(state, "learner"))
        self._environment.restore(part_of(state, "environment"))
        self._coming = None
        self._seats.restore(part_of(state, "seats"))
        self._replay.restore(part_of(state, "replay"))
        self._losses[:] = state["losses/sums"]

    def save_policies(self) -> list[policies.Policy]:
        """Write the current policy to its file, and return it as stored, in a list of one."""
        return [self.write_policy(self.run, self.learner.weights())]

    def finish(self) -> None:
        """Add the final point of the curve, save the policy, and evaluate it on other deals than
        those of the curve.
        """
        self.close_curve()
        self.run = self.with_final(self.run, *self.save_policies())


def part_of(state: Arrays, part: str) -> Arrays:
    """Return the arrays of a training state whose names begin with `part` and a slash, named
    without this prefix.
    """
    prefix = f"{part}/"
    return {name.removeprefix(prefix): state[name] for name in state if name.startswith(prefix)}


def _exploring(lanes: int, first: float, last: float) -> Any:
    """Return the probability of a random move in each lane (parallel game), shape (lanes,): a
    geometric sequence from `first` to `last`, or 0 everywhere if `first` is 0.
    """
    if not first:
        return np.zeros(lanes)
    return np.geomspace(first, last, lanes) if lanes > 1 else np.array([first])
