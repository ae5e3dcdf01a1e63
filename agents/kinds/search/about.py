"""What people are told about the search."""

from __future__ import annotations

from agents.entry import Entry
from native.search.search import Scoring, Setting


def summary(setting: Setting, base: Entry) -> str:
    return (
        f"Tries its moves in up to {setting.rollouts:,} imagined games, and plays like "
        f"{base.title} unless another move is clearly better."
    )


def about(setting: Setting, base: Entry) -> tuple[str, ...]:
    """The idea in paragraphs."""
    stacks = setting.scoring is Scoring.STACKS
    worth = "the cards played" if stacks else "the score, and half of it where the last strike fell"
    return (
        f"It does not know its own cards, so it keeps {setting.particles} hands that it may hold. "
        f"Whenever somebody else moves, it asks of each hand: would {base.title}, seeing this, "
        "have made that very move? Hands that do not explain the moves are given up, and others "
        "take their place. Without this question looking ahead does harm: then it takes risks "
        "that its partners' moves warn of.",
        "On its turn it draws some of these hands, shuffles the rest of the deck, and plays every "
        f"legal move in each of the same games to the end, all seats as {base.title} would. The "
        f"worse half of its moves is dropped, the others are tried in more games, up to "
        f"{setting.rollouts:,} in all. What counts is {worth}.",
        f"It departs from {base.title} only for a gain of more than {setting.least:g} points that "
        f"is above {setting.sure:g} standard errors. So its partners, who take it for "
        f"{base.title}, are rarely misled.",
        "The method is that of Lerer, Hu, Foerster and Brown, “Improving Policies via Search in "
        "Cooperative Partially Observable Games” (2020).",
    )
