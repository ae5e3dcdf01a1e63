"""One game in the form of the AH2AC2 challenge: every seat acts on every turn, and seats not to
move pass.

Passing is the last action. Observations are those of JaxMARL's Hanabi, on which the challenge is
played: the layout of the Hanabi Learning Environment, except that the identities compatible with a
card's clues have probabilities, proportional to their copies that are neither discarded nor on the
stacks (belief V0, Foerster et al. 2019).
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.contract import Agent, AgentError, GivesUp, decision_of
from native import BadMove, Game, IllegalMove
from native.engine.notation import write_moves
from native.environment.observation import SeenGame

DIGITS = 7
"""Decimal places of the probabilities in an observation."""


class ChallengeGame:
    """A game in which the candidate (the evaluated agent) controls some seats and agents of the
    site the others.
    """

    def __init__(self, game: Game, candidates: Collection[int], agents: Sequence[Agent]) -> None:
        """Set up a game whose seats `candidates` the evaluated agent controls; `agents` has an
        agent for every seat, and those at the candidate's seats are unused.
        """
        self.game, self.candidates = game, sorted(candidates)
        self._seen, self._agents = SeenGame(game), agents
        self._nothing = game.rules.move_count

    @property
    def names(self) -> list[str]:
        """The names, such as agent_0, of the seats that the evaluated agent (the candidate)
        controls.
        """
        return [f"agent_{seat}" for seat in self.candidates]

    @property
    def moves(self) -> str:
        """The moves so far, as text in the notation of `native.engine.notation`."""
        return write_moves(self.game)

    def seen(self) -> dict[str, Any]:
        """Return the observation and legal actions of each seat that the evaluated agent controls.

        Keys are seat names such as agent_0. Each value is a dictionary: `obs` is the observation
        vector, a list of floats, and `legal_moves` has a 0 or 1 for each action, passing last.
        """
        return {
            f"agent_{seat}": {
                "obs": self._observation(seat).tolist(),
                "legal_moves": self._legal(seat),
            }
            for seat in self.candidates
        }

    def validated(self, actions: object) -> dict[str, int]:
        """Validate the candidate's answer `actions`, decoded from JSON, and return it as
        {seat name, such as agent_0: action number}. Raise AgentError unless each seat of the
        candidate, and no other, has a legal action.
        """
        if not isinstance(actions, Mapping) or sorted(actions) != sorted(self.names):
            raise AgentError(f"Send one action for each of {', '.join(self.names)}.")
        for seat, name in zip(self.candidates, self.names, strict=True):
            action, legal = actions[name], self._legal(seat)
            if type(action) is not int or not 0 <= action < len(legal):
                raise AgentError(
                    f"{name} sent {action!r:.40}, not a number from 0 to {self._nothing}."
                )
            if not legal[action]:
                raise AgentError(f"Action {action} is not legal for {name} now.")
        return dict(actions)

    def turn(self, actions: Mapping[str, int]) -> dict[str, Any]:
        """Make one turn and return the observations after it, by seat name as `seen` does,
        together with `done` (whether the game is over) and `score` (0 after a strikeout).

        `actions` are the valid actions of the candidate's seats, by seat name, as
        `validated` returns them. If an agent of the site gives up, the game ends and the result
        has the agent's message as `gave_up`. Raise AgentError if an agent of the site makes an
        illegal move.
        """
        mover, gave_up = self.game.to_move, {}
        assert mover is not None
        if mover in self.candidates:
            self._seen.play(actions[f"agent_{mover}"])
        else:
            agent = self._agents[mover]
            try:
                self._seen.make(decision_of(agent, self.game).move)
            except GivesUp as given_up:
                self.game.terminate()
                gave_up = {"gave_up": str(given_up)}
            except (IllegalMove, BadMove) as error:
                raise AgentError(f"{agent.address} made an illegal move: {error}") from error
        done = self.game.end is not None
        return {**self.seen(), "done": done, "score": self.game.score_zero, **gave_up}

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
