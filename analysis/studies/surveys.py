"""The survey after a game: the four questions of the HanabiData survey, and an experiment's own."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.db import transaction

from analysis.models import Assignment, Study, Survey, Trace
from analysis.studies.groups import group_of, groups_of, in_teams
from analysis.studies.questions import Question, QuestionsForm, answered, fields, questions_of
from analysis.traces.tables import person_of, store_table
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
    "intention": ("How goal-directed was it?", ("never", "rarely", "sometimes", "often", "always")),
}

AGAIN = "Would you play with it again?"
USUAL = (*SCALES, "again", "publish")


def worded(label: str, study: Study | None) -> str:
    """Return the label of a usual question as participants of an experiment read it: where some
    play with people or read a claim about their partner, it must not say whether that is a person.
    """
    if study and (in_teams(study) or any(group.told for group in groups_of(study))):
        return label.replace("with it", "with them").replace("was it", "were they")
    return label


class SurveyForm(QuestionsForm):
    """The form of the questions after a game; an answer is optional, except to an attention check.

    An experiment may omit the usual questions and add its own. The answers in `given`, stored
    before, are filled in.
    """

    again = forms.TypedChoiceField(
        label=AGAIN,
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

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        study: Study | None = None,
        given: Survey | None = None,
    ) -> None:
        super().__init__((), data)
        if given:
            again = {True: "yes", False: "no", None: None}[given.again]
            usual = {name: getattr(given, name) for name in USUAL}
            self.initial = usual | {"again": again} | given.answers
        self.own = questions_of(study, "game") if study else []
        scales = [Question(name, "game", "scale", *scale) for name, scale in SCALES.items()]
        usual = fields(scales) | {"again": self.fields["again"]}
        for field in usual.values():
            field.label = worded(str(field.label), study)
        kept = {} if study and not study.usual_questions else usual
        self.fields = {**kept, **fields(self.own), "publish": self.fields["publish"]}

    @property
    def answers(self) -> dict[str, Any]:
        """The answers of a valid form, by column of the model Survey."""
        usual = {k: v for k, v in self.cleaned_data.items() if k in USUAL}
        own = answered(self.own, self.cleaned_data)
        return usual | ({"answers": own} if self.own else {})


def answer(table: Table, player: Player, answers: dict[str, Any]) -> Survey:
    """Store a person's answers about a finished game, replacing earlier ones, and return them as
    stored. `answers` has the answers of a valid form, by column of the model Survey.

    Then reveal the agent that they played with, unless the experiment reveals partners later or
    tells the participant's group a claim, true or false, about the partner.
    """
    with transaction.atomic():
        if not hasattr(table, "trace"):
            store_table(table.slug)
        trace = Trace.objects.get(table=table)
        survey, _ = Survey.objects.update_or_create(
            trace=trace, person=person_of(player), defaults=answers
        )
        made = Assignment.objects.filter(table=table).select_related("participation__study").first()
        group = group_of(made.participation) if made else None
        at_once = made is None or made.study.named == Study.Named.GAME
        if at_once and not (group and group.told):
            changes.reveal(table.slug)
    return survey


def may_answer(table: Table, player: Player | None) -> bool:
    """Return whether the player may answer the survey: they sat at the table and its game is
    over.
    """
    seated = player is not None and table.seatings.filter(player=player).exists()
    return seated and table.status == Table.Status.FINISHED


def answers_of(table: Table, player: Player) -> Survey | None:
    """Return the person's stored answers about the game at a table; None if there are none."""
    return Survey.objects.filter(trace__table=table, person__player=player).first()
