"""The minute after a game: three scales and a yes or no, as HanabiData asked them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db import transaction

from analysis.models import Survey, Trace
from analysis.traces.tables import store_table
from game.models import Player, Table
from game.tables import changes

SCALES = {
    "skill": (
        "How well did your partner play?",
        ("very badly", "badly", "ok", "well", "very well"),
    ),
    "like": (
        "How did you like playing with it?",
        ("really disliked it", "disliked it", "neither", "liked it", "really liked it"),
    ),
    "intention": (
        "How goal-directed was it?",
        ("never", "rarely", "sometimes", "often", "always"),
    ),
}


def _scale(question: str, words: tuple[str, ...]) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=question,
        choices=[(str(value), word) for value, word in enumerate(words, start=1)],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )


class SurveyForm(forms.Form):
    """Every question may be left out."""

    skill = _scale(*SCALES["skill"])
    like = _scale(*SCALES["like"])
    intention = _scale(*SCALES["intention"])
    again = forms.TypedChoiceField(
        label="Would you play with it again?",
        choices=[("yes", "yes"), ("no", "no")],
        coerce=lambda answer: answer == "yes",
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )
    publish = forms.BooleanField(
        label="My answers may be published with the game, without my name",
        required=False,
    )


def answer(table: Table, player: Player, answers: dict[str, Any]) -> Survey:
    """Store a person's answers in place of earlier ones, and reveal which agent it was."""
    with transaction.atomic():
        if not hasattr(table, "trace"):
            store_table(table.slug)
        trace = Trace.objects.get(table=table)
        survey, _ = Survey.objects.update_or_create(
            trace=trace, defaults={"person": player.person, **answers}
        )
        changes.reveal(table.slug)
    return survey


def may_answer(table: Table, player: Player | None) -> bool:
    """Whether this player sat at the table and the game is over."""
    seated = player is not None and table.seatings.filter(player=player).exists()
    return seated and table.status == Table.Status.FINISHED


def answered_by_another(table: Table, player: Player) -> bool:
    """Whether another person at the table has answered: a game has one survey."""
    others = Survey.objects.filter(trace__table=table).exclude(person__player=player)
    return others.exists()
