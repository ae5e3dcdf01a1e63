"""The lanes, what is kept of them, and who learns from that: a run being made."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from agents.learning import storage
from agents.learning.advice import taken
from agents.learning.beliefs import Belief
from agents.learning.believing import belief_for
from agents.learning.colours import Renaming, by_lot
from agents.learning.evaluation import Measured, evaluate
from agents.learning.goir import intrinsic
from agents.learning.rainbow import Rainbow
from agents.learning.replay import Replay, transition
from agents.learning.run import Point, Run
from agents.learning.seats import Seats, Turn
from agents.learning.streams import stream
from agents.learning.torch_here import torch_here
from agents.runs.errors import BadRun
from native import Rng, Rules
from native.environment.environment import Environment
from native.environment.observation import word_count

TEST_GAMES = 1_000


class Trainer:
    """One step is one turn of every lane, and the updates that are due after it."""

    def __init__(self, run: Run, rules: Rules | None = None) -> None:
        """By other rules than the recipe's for a trial. Raises BadRun."""
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
            credit=recipe.credit,
        )
        self._replay = Replay(recipe.kept, row)
        self.learner = Rainbow(self.rules, width, recipe)
        self._losses = np.zeros(2)
        """Sum and number since the last point."""

    def step(self) -> None:
        """One turn of every lane, and the updates that are due after it."""
        environment, before = self._environment, self.run.turns
        beliefs = self.belief.of(environment, self._lanes)
        actions = self._actions(before, beliefs)
        words, legal = environment.observations.copy(), environment.legal.copy()
        seats, recipe = environment.seats.copy(), self.run.recipe
        hands = environment.hands[:, : self.rules.hand_size * recipe.cards].copy()
        environment.step(self._meant(actions, beliefs))
        deeds = environment.deeds
        paid = deeds["reward" if recipe.reward == "score" else "scored"].astype(np.float32)
        earned = intrinsic(deeds) * recipe.goir
        ended = deeds["end"] > 0
        self._replay.add(
            self._seats.close(
                Turn(words, beliefs, legal, seats, actions, paid, earned, ended, hands)
            )
        )
        self.run = msgspec.structs.replace(self.run, turns=before + len(actions), final=None)
        self._learn(before, self.run.turns)

    def measure(self) -> None:
        """Add a point to the curve."""
        test = self.test(f"curve/{self.rules.players}", TEST_GAMES)
        total, updates = self._losses
        self._losses[:] = 0
        point = Point(self.run.turns, float(total / max(1, updates)), test)
        self.run = msgspec.structs.replace(self.run, curve=(*self.run.curve, point))

    def test(self, seed: str, games: int) -> Measured:
        def choose(words: Any, beliefs: Any, legal: Any) -> Any:
            return self._meant(self.learner.choose(words, beliefs, legal), beliefs)

        return evaluate(self.rules, choose, self.belief, games, seed)

    def _meant(self, actions: Any, beliefs: Any) -> Any:
        """The moves that actions are."""
        advice = self.run.recipe.advice
        return taken(actions, beliefs, self.rules.move_count) if advice else actions

    def _actions(self, turn: int, beliefs: Any) -> Any:
        """The learner's, or a random one now and then; at first always."""
        begin, over = self._timing.begin, self._timing.explore
        left = np.clip(1 - (turn - begin) / over, 0, 1)
        lots = stream(self._seed, "explore", turn).random(len(self._lanes))
        random = lots < left + (1 - left) * self._chances
        environment = self._environment
        actions = environment.random_actions(self._moves.derive(turn))
        if self.run.recipe.advice:
            # As often as all moves together.
            lots = stream(self._seed, "advice", turn).random(len(self._lanes))
            actions[lots < 0.5] = self.rules.move_count
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
            places, counts = self._replay.draw(timing.batch, stream(self._seed, "draw", update))
            losses = self.learner.update(self._replay.rows[places], counts, self._renamed(update))
            self._replay.weigh(places, losses)
            self._losses += float(losses.mean()), 1
        if before // timing.copy < after // timing.copy:
            self.learner.renew_targets()

    def _renamed(self, update: int) -> Renaming | None:
        recipe = self.run.recipe
        if not recipe.colours:
            return None
        return by_lot(self.rules, recipe, stream(self._seed, "colours", update))

    def state(self) -> storage.State:
        """All that is needed to go on, as arrays by name."""
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

    def restore(self, state: storage.State) -> None:
        """Go on from a state. Raises BadRun for one that is not of this run."""

        def part(which: str) -> storage.State:
            ours = f"{which}/"
            return {name.removeprefix(ours): state[name] for name in state if name.startswith(ours)}

        try:
            self.learner.restore(part("learner"))
            self._environment.restore(part("environment"))
            self._seats.restore(part("seats"))
            self._replay.restore(part("replay"))
            self._losses[:] = state["losses/sums"]
        except (KeyError, ValueError, RuntimeError) as error:
            raise BadRun(f"The checkpoint is not that of {self.run.name}: {error}.") from None


def _exploring(lanes: int, first: float, last: float) -> Any:
    """(lanes,) each lane's own chance of a random move, the same ratio from one to the next."""
    if not first:
        return np.zeros(lanes)
    return np.geomspace(first, last, lanes) if lanes > 1 else np.array([first])
