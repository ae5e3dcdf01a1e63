"""The move that another agent would make, told to a learner, which may take it as an action.

Conventions as actions of a learner are what helps most at small budgets (arXiv 2412.06333). Here
the advice is one number more for each move, 1 for the one advised, and one action more than there
are moves: to take it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from agents import registry
from agents.contract import AgentError
from agents.learning.beliefs import Belief, Lanes
from agents.runs.errors import BadRun
from native import Rng, Rules, View
from native.environment.environment import Environment
from native.environment.observation import action_of
from native.play.blueprint import Blueprint

LOTS = "advice"
"""Seed of what an adviser draws; each turn has its own."""


class Advised:
    """What another belief tells, and after it the advice."""

    def __init__(self, belief: Belief, adviser: Blueprint) -> None:
        self._belief, self._adviser = belief, adviser

    def width(self, rules: Rules) -> int:
        return self._belief.width(rules) + rules.move_count

    def of(self, environment: Environment, lanes: Lanes) -> Any:
        advised = [self._action(environment.view(int(lane))) for lane in lanes]
        moves = np.eye(environment.rules.move_count, dtype=np.float32)[np.array(advised, np.intp)]
        return np.concatenate([self._belief.of(environment, lanes), moves], 1)

    def of_view(self, view: View) -> Any:
        moves = np.zeros(view.rules.move_count, np.float32)
        moves[self._action(view)] = 1
        return np.concatenate([self._belief.of_view(view), moves])

    def _action(self, view: View) -> int:
        choice = self._adviser.decide(view, Rng(LOTS).derive(view.turn))
        return action_of(view, choice.move or view.legal_moves()[0])


def adviser(address: str, rules: Rules) -> Blueprint:
    """Raises BadRun, in words, for an agent that is not there or cannot be asked each turn."""
    try:
        entry = registry.find(address)
    except AgentError as error:
        raise BadRun(str(error)) from None
    blueprint = entry.in_core(rules.players) if rules.players in entry.players else None
    if blueprint is None or blueprint.thinks or not blueprint.knows(rules):
        raise BadRun(f"{entry.title} cannot advise at this table: it does not play there in C.")
    return blueprint


def taken(actions: npt.NDArray[np.integer[Any]], beliefs: Any, moves: int) -> Any:
    """(rows,) the moves that are meant: where an action is the one after all moves, the advice."""
    if beliefs.shape[1] < moves:
        return actions
    advised = beliefs[:, -moves:].argmax(1)
    return np.where(actions == moves, advised, actions).astype(np.uint8)
