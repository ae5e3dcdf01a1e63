"""Training by multiplicative weights: a run in progress, from its first game to its last test."""

from collections.abc import Iterator

import msgspec

from agents.mwum import policies
from agents.mwum.run import RUNS, Block, MwumRun
from agents.runs.life import RunInProgress
from native.strategies.mwum.learning import learn, play
from native.strategies.mwum.policy import Memory, policy

TEST_GAMES = 10_000
CHUNK = 500
"""The number of games between two checks for a stop request."""


class MwumTraining(RunInProgress[MwumRun, Memory]):
    """A training run by multiplicative weights in progress: its record and its weights."""

    kind = RUNS

    def __init__(self, run: MwumRun) -> None:
        self.run, self._memory = run, Memory()

    def state(self) -> Memory:
        """Return the learned weights and the number of games played, which a checkpoint stores."""
        return self._memory

    def restore(self, state: Memory) -> None:
        """Resume from the training state of a checkpoint. Raise ValueError if it has another
        number of games than the run's record.
        """
        if state.games != self.run.games:
            raise ValueError(f"it has {state.games} games, the record {self.run.games}")
        self._memory = state

    def parts(self) -> Iterator[int]:
        """Yield the number of games of each part of the work, an argument for `take`, until all
        are played or the run is on a plateau (`MwumRun.on_plateau`).

        No part spans two blocks (points) of the record's learning curve.
        """
        block = self.run.recipe.block
        while left := self.run.of - self.run.games:
            yield min(CHUNK, block - self.run.games % block, left)
            if self.run.on_plateau:
                return

    def take(self, games: int) -> None:
        """Play the next `games` training games, learn from them, and add them to the record's
        curve.
        """
        recipe, curve = self.run.recipe, self.run.curve
        tally = learn(recipe.rules, recipe.method, recipe.seed, games, self._memory)
        block = Block.of(tally)
        inside = self.run.games % recipe.block
        curve = (*curve[:-1], curve[-1] + block) if inside else (*curve, block)
        self.run = msgspec.structs.replace(self.run, curve=curve, drawn=None, best=None)

    @property
    def note(self) -> str:
        """The mean number of cards played, as text for the progress line: in the second-last block
        of games, since the last may be incomplete, or in the only block.
        """
        block = self.run.curve[-2] if len(self.run.curve) > 1 else self.run.curve[-1]
        return f"{block.points / block.games:.2f} points a game"

    def finish(self) -> None:
        """Test the trained agent on new deals, and add the results to the record.

        The test plays the same deals twice: with actions drawn by weight, then always with the
        heaviest action. For the agent `knowing`, the second pass uses the policy that `finish`
        saves first.
        """
        recipe, memory = self.run.recipe, self._memory
        seed = f"{recipe.seed}/test"
        drawn = play(recipe.rules, recipe.method, seed, TEST_GAMES, memory)
        if recipe.agent == "knowing":
            policies.save(self.run.name, policy(memory))
            memory = policies.load(self.run.name)
        best = play(recipe.rules, recipe.method, seed, TEST_GAMES, memory, best=True)
        # A plateau ends the run early.
        self.run = msgspec.structs.replace(self.run, of=self.run.games, drawn=drawn, best=best)
