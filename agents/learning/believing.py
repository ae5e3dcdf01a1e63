"""The belief that a recipe names, with its model if it has one."""

from __future__ import annotations

from typing import Any

from agents.learning import models
from agents.learning.advice import Advised, adviser
from agents.learning.beliefs import Belief, ExactBelief, NoBelief
from agents.learning.recipe import Recipe
from agents.runs.errors import BadRun


def belief_for(recipe: Recipe, torch: Any = None) -> Belief:
    """With the advice, if it has some. A model is told by PyTorch if it is given. Raises BadRun for
    a model or an adviser that is not there, or of another table."""
    belief = _of_cards(recipe, torch)
    if not recipe.advice:
        return belief
    return Advised(belief, adviser(recipe.advice, recipe.rules))


def _of_cards(recipe: Recipe, torch: Any) -> Belief:
    if recipe.belief != "hcic":
        return ExactBelief() if recipe.belief == "exact" else NoBelief()
    model = models.load(recipe.hcic)
    if model.card.recipe.players != recipe.players:
        raise BadRun(
            f"The model {recipe.hcic} is for {model.card.recipe.players} players, "
            f"not {recipe.players}."
        )
    return model.in_torch(torch, recipe.device) if torch else model
