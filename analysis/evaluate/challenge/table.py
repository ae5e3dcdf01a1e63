"""One game as the challenge has it: everybody acts in every turn, and who is not to move does
nothing, which is the last action.

An observation is that of JaxMARL's Hanabi, on which the challenge is played: the layout of the
Hanabi Learning Environment, but for each card and identity that passes the clues stands how likely
it is by the copies that are not yet discarded or on the stacks (belief V0, Foerster et al. 2019).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.contract import Agent, AgentError, decision_of
from native import BadMove, Game, IllegalMove
from native.environment.seen import SeenGame

DIGITS = 7
"""Of a likelihood."""


class Table:
    """Some seats are the candidate's, agents of ours have the others."""

    def __init__(self, game: Game, candidates: Collection[int], agents: Sequence[Agent]) -> None:
        """`agents` by seat; those at the candidate's seats are never asked."""
        self.game, self.candidates = game, sorted(candidates)
        self._seen, self._agents = SeenGame(game), agents
        self._nothing = game.rules.move_count

    @property
    def names(self) -> list[str]:
        """Of the candidate's seats."""
        return [f"agent_{seat}" for seat in self.candidates]

    def seen(self) -> dict[str, Any]:
        """What each of them observes, and what it may do, as 0 and 1."""
        return {
            f"agent_{seat}": {
                "obs": self._observation(seat).tolist(),
                "legal_moves": self._legal(seat),
            }
            for seat in self.candidates
        }

    def refuse(self, actions: object) -> dict[str, int]:
        """The actions as they were sent. Raises AgentError, in words, unless each of the seats has
        one that it may do."""
        if not isinstance(actions, Mapping) or sorted(actions) != sorted(self.names):
            raise AgentError(f"Send one action for each of {', '.join(self.names)}.")
        for seat, name in zip(self.candidates, self.names, strict=True):
            action, legal = actions[name], self._legal(seat)
            if type(action) is not int or not 0 <= action < len(legal):
                raise AgentError(f"An action is a number from 0 to {self._nothing}, for {name}.")
            if not legal[action]:
                raise AgentError(f"Action {action} is not legal for {name} now.")
        return dict(actions)

    def turn(self, actions: Mapping[str, int]) -> dict[str, Any]:
        """Make one turn, and say what there is to see then. Raises AgentError if an agent of ours
        cannot move."""
        mover = self.game.to_move
        assert mover is not None
        if mover in self.candidates:
            self._seen.play(actions[f"agent_{mover}"])
        else:
            agent = self._agents[mover]
            try:
                self._seen.make(decision_of(agent, self.game).move)
            except (IllegalMove, BadMove) as error:
                raise AgentError(f"{agent.address} made an illegal move: {error}") from error
        return {**self.seen(), "done": self.game.end is not None, "score": self.game.score_zero}

    def _observation(self, seat: int) -> npt.NDArray[np.float64]:
        rules = self.game.rules
        cards, identities = rules.players * rules.hand_size, len(rules.cards)
        seen = self._seen.observation(seat).astype(np.float64)
        known = seen[-cards * (identities + len(rules.suits) + rules.ranks) :].reshape(cards, -1)
        left = np.array(rules.copies)
        for card in self.game.discards:
            left[rules.identity(card)] -= 1
        for suit, height in enumerate(self.game.stacks):
            left[suit * rules.ranks : suit * rules.ranks + height] -= 1
        weights = known[:, :identities] * left
        known[:, :identities] = weights / np.maximum(weights.sum(axis=1, keepdims=True), 1)
        return seen.round(DIGITS)

    def _legal(self, seat: int) -> list[int]:
        moves = [0] * (self._nothing + 1)
        if self.game.to_move == seat:
            for action in self._seen.legal:
                moves[action] = 1
        else:
            moves[self._nothing] = 1
        return moves
