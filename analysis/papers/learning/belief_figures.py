"""How well a seat's own cards can be predicted: learned models against exact odds."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Annotated, NamedTuple

from agents.learning.hcic_run import MODELS, HcicRun
from agents.runs.errors import BadRun
from analysis.charts import dots, rows_height
from analysis.figures import Figure
from analysis.statistics import Estimate
from analysis.tables import Column, Rows


def models() -> list[HcicRun]:
    """Return the models that have been evaluated."""
    found = filter(None, map(_loaded, MODELS.names()))
    return [model for model in found if model.curve]


class Belief(NamedTuple):
    """A model of a seat's own cards and its losses."""

    model: str
    games_of: str
    players: int
    steps: int
    losses: Annotated[Sequence[float], Column(digits=3)]
    cards: int
    hours: Annotated[float, Column(digits=1)]


def figure(found: list[HcicRun]) -> Figure:
    """Plot the log-losses of models beside those of the exact odds on the same cards."""
    lines = {
        "the model": [(model.name, Estimate(model.curve[-1].held)) for model in found],
        "exact odds": [(model.name, Estimate(model.exact)) for model in found],
        "all possible alike": [(model.name, Estimate(model.possible)) for model in found],
    }
    traces, layout = dots(lines, "nats a card; less is better")
    rows = [
        Belief(
            *(model.name, f"rl:{model.recipe.source}", model.recipe.players, model.steps),
            (
                *(model.curve[-1].held, model.exact, model.possible),
                log(model.recipe.rules.max_score),
            ),
            *(model.cards, model.seconds / 3600),
        )
        for model in found
    ]
    named = (*lines, "any card at all")
    return Figure(
        name="beliefs",
        title="Telling one's own cards",
        table=Rows(Belief, rows, {"losses": [f"{name}, nats a card" for name in named]}),
        games=sum(model.recipe.held_out for model in found),
        seed=", ".join(sorted({f"{model.recipe.seed}/held" for model in found})),
        note="What each loses on the cards of games that no model learnt from: minus the logarithm "
        "of the chance it gave to the card that was there. Exact odds count the deals that fit "
        "what the seat sees and was told; they read no meaning into a move. A model that is no "
        "better adds nothing. All possible alike: only what clues allow. A model that loses more "
        "than that is under-trained, and says nothing of what HCIC can do.",
        traces=traces,
        layout=layout,
        height=rows_height(len(found) + 2),
    )


def _loaded(name: str) -> HcicRun | None:
    try:
        return MODELS.load(name)
    except BadRun:
        return None
