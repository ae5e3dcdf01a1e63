"""An experiment's own questions, the form that asks them, and the answers."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec
from django import forms

from analysis.models import Study

When = Literal["before", "game", "after"]
Kind = Literal["scale", "choice", "text"]

AGREEMENT = (
    *("strongly disagree", "disagree", "neither", "agree"),
    "strongly agree",
)
OPTIONS = (2, 11)
"""Minimum and maximum number of options."""
LONGEST = 2000
"""Maximum length of a text answer, in characters."""


class Question(msgspec.Struct, frozen=True):
    """One question of an experiment's owner. A scale's answer is the number of an option, from 1; a
    choice's answer is its text."""

    id: str
    when: When
    kind: Kind
    text: str
    options: tuple[str, ...] = ()
    right: str = ""
    """The right option, if the question checks attention; otherwise empty."""


def questions_of(study: Study, when: When) -> list[Question]:
    """Return the questions asked at this moment, in the owner's order."""
    return [question for question in all_questions(study) if question.when == when]


def all_questions(study: Study) -> list[Question]:
    """Return all of the experiment's own questions, in the owner's order."""
    return msgspec.convert(study.questions, list[Question])


class QuestionsForm(forms.Form):
    """Questions as form fields, all optional."""

    def __init__(
        self, questions: Iterable[Question], data: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data)
        self.fields |= fields(questions)


def fields(questions: Iterable[Question]) -> dict[str, forms.Field]:
    """Return a form field for each question, by its id."""
    return {question.id: _field(question) for question in questions}


def answered(questions: Iterable[Question], cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """Return a participant's answers by question id, from a form's cleaned data; unanswered
    questions are left out.
    """
    given = {question.id: cleaned.get(question.id) for question in questions}
    return {name: value for name, value in given.items() if value not in (None, "")}


def _field(question: Question) -> forms.Field:
    if question.kind == "text":
        return forms.CharField(
            label=question.text,
            required=False,
            max_length=LONGEST,
            widget=forms.Textarea({"rows": 3}),
        )
    numbered = question.kind == "scale"
    choices = [
        (str(number) if numbered else option, option)
        for number, option in enumerate(question.options, start=1)
    ]
    return forms.TypedChoiceField(
        label=question.text,
        choices=choices,
        coerce=int if numbered else str,
        empty_value=None,
        required=bool(question.right),
        widget=forms.RadioSelect,
    )
