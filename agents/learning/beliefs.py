"""Beliefs about a seat's own cards, and an adviser's move, as inputs appended to an observation.

A belief is one probability per card and identity, the oldest card first; 0 for missing cards. The
belief `none` appends nothing. `exact` counts the deals consistent with the clues and the visible
cards, without interpreting anyone's intent. `hcic` is a model trained on games.

Advice is another agent's move as a one-hot vector over moves, appended after the belief. With
advice there is one more action, number `move_count`: to make the adviser's move. Adding
conventions as actions helps a learner most at small training budgets (arXiv 2412.06333).
"""

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from agents import registry
from agents.contract import AgentError
from agents.learning import hcic_run
from agents.learning.recipe import LearningRecipe
from agents.runs.errors import BadRun
from native import Rng, Rules, View
from native.empathy.exact import odds
from native.environment.environment import Environment
from native.environment.observation import action_of
from native.play.blueprint import Blueprint

LOTS = "advice"
"""The seed of the adviser's random choices; the seed of a turn is derived from it and the turn's
number."""

Lanes = npt.NDArray[np.int64]


class Belief(Protocol):
    """Interface of a belief: it computes probabilities of a seat's own cards as inputs that are
    appended to an observation.
    """

    def width(self, rules: Rules) -> int:
        """Return the number of inputs that the belief appends to an observation of games by these
        rules.
        """

    def of(self, environment: Environment, lanes: Lanes) -> Any:
        """Return the beliefs of the seats to move in the lanes (parallel games) `lanes` of the
        environment, shape (lanes, width), float32.
        """

    def of_view(self, view: View) -> Any:
        """Return the belief of the view's seat about its own cards, shape (width,), float32."""


class NoBelief:
    """A belief that appends nothing to an observation."""

    def width(self, rules: Rules) -> int:
        """Return 0, because nothing is appended to an observation."""
        return 0

    def of(self, environment: Environment, lanes: Lanes) -> Any:
        """Return an array without inputs for each of the lanes (parallel games) `lanes`, shape
        (lanes, 0).
        """
        return np.zeros((len(lanes), 0), np.float32)

    def of_view(self, view: View) -> Any:
        """Return an array without inputs, shape (0,)."""
        return np.zeros(0, np.float32)


class ExactBelief:
    """A belief of exact probabilities: the share of all deals consistent with the clues and the
    visible cards in which a card has an identity.
    """

    def width(self, rules: Rules) -> int:
        """Return the number of inputs: the hand size times the number of identities."""
        return rules.hand_size * rules.max_score

    def of(self, environment: Environment, lanes: Lanes) -> Any:
        """Return the exact probabilities of the own cards of the seats to move in the lanes
        (parallel games) `lanes`, shape (lanes, width), float32.

        The width is the hand size times the number of identities, the oldest card first.
        """
        return environment.odds(lanes).reshape(len(lanes), -1)

    def of_view(self, view: View) -> Any:
        """Return the exact probabilities of the own cards of the view's seat, shape (width,),
        float32.

        The width is the hand size times the number of identities, the oldest card first.
        """
        chances = np.zeros((view.rules.hand_size, view.rules.max_score), np.float32)
        by_slot = odds(view)
        for position, slot in enumerate(view.own_slots):
            card = by_slot[slot]
            assert card is not None
            chances[position] = np.array(card.ways) / card.deals
        return chances.reshape(-1)


class Advised:
    """A belief followed by an adviser's move as a one-hot vector over moves.

    The adviser is an agent in C whose move the network may follow.
    """

    def __init__(self, belief: Belief, adviser: Blueprint) -> None:
        self._belief, self._adviser = belief, adviser

    def width(self, rules: Rules) -> int:
        """Return the number of inputs: the width of the belief about own cards plus the number of
        moves.
        """
        return self._belief.width(rules) + rules.move_count

    def of(self, environment: Environment, lanes: Lanes) -> Any:
        """Return, for the seats to move in the lanes (parallel games) `lanes`, the beliefs about
        own cards followed by the adviser's moves as one-hot vectors, shape (lanes, width),
        float32.
        """
        advised = [self._action(environment.view(int(lane))) for lane in lanes]
        moves = np.eye(environment.rules.move_count, dtype=np.float32)[np.array(advised, np.intp)]
        return np.concatenate([self._belief.of(environment, lanes), moves], 1)

    def of_view(self, view: View) -> Any:
        """Return, for the view's seat, the belief about its own cards followed by the adviser's
        move as a one-hot vector, shape (width,), float32.
        """
        moves = np.zeros(view.rules.move_count, np.float32)
        moves[self._action(view)] = 1
        return np.concatenate([self._belief.of_view(view), moves])

    def _action(self, view: View) -> int:
        choice = self._adviser.decide(view, Rng(LOTS).derive(view.turn))
        return action_of(view, choice.move or view.legal_moves()[0])


def adviser(address: str, rules: Rules) -> Blueprint:
    """Return the agent at `address`, whose move a network may follow, as a strategy in C.

    Raise BadRun if no agent has this address, or if the C code cannot play it by these rules.
    """
    try:
        entry = registry.find(address)
    except AgentError as error:
        raise BadRun(str(error)) from None
    blueprint = entry.in_core(rules.players) if rules.players in entry.players else None
    if blueprint is None or blueprint.thinks or not blueprint.knows(rules):
        raise BadRun(f"{entry.title} cannot advise at this table: it does not play there in C.")
    return blueprint


def taken(actions: npt.NDArray[np.integer[Any]], beliefs: Any, moves: int) -> Any:
    """Return the move that each action stands for, shape (rows,), with a row per lane (parallel
    game).

    `actions` are numbers of actions, shape (rows,). Those below `moves`, the number of moves, are
    moves. Action number `moves` is to make the adviser's move, which the last `moves` columns of
    `beliefs`, shape (rows, width), hold as a one-hot vector.
    """
    if beliefs.shape[1] < moves:
        return actions
    advised = beliefs[:, -moves:].argmax(1)
    return np.where(actions == moves, advised, actions).astype(np.uint8)


def belief_for(recipe: LearningRecipe, torch: Any = None) -> Belief:
    """Return the belief that a recipe asks for: the object that computes the inputs appended to
    observations.

    If the recipe names an adviser, an agent whose moves the network may follow, the belief ends
    with that agent's move. If `torch` (the PyTorch module) is given, a belief by a trained model
    runs in PyTorch, else in NumPy. Raise BadRun if the model or the adviser is missing or made for
    another number of players.
    """
    belief = _of_cards(recipe, torch)
    if not recipe.advice:
        return belief
    return Advised(belief, adviser(recipe.advice, recipe.rules))


def _of_cards(recipe: LearningRecipe, torch: Any) -> Belief:
    if recipe.belief != "hcic":
        return ExactBelief() if recipe.belief == "exact" else NoBelief()
    model = hcic_run.load(recipe.hcic)
    if model.card.recipe.players != recipe.players:
        raise BadRun(
            f"The model {recipe.hcic} is for {model.card.recipe.players} players, "
            f"not {recipe.players}."
        )
    return model.in_torch(torch, recipe.device) if torch else model
