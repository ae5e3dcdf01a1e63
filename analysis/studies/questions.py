"""The questions that an experiment's owner adds: the forms in which the owner writes and
participants answer them, and the answers.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec
from django import forms

from analysis.models import Study

When = Literal["before", "game", "after"]
Kind = Literal["scale", "choice", "text"]

AGREEMENT = ("strongly disagree", "disagree", "neither", "agree", "strongly agree")
OPTIONS = (2, 11)
"""Minimum and maximum number of options of a scale or a choice."""
ASKED: dict[When, str] = {
    "game": "after each game",
    "before": "before the first game",
    "after": "after the last game",
}
MOST = 40
"""Maximum number of questions that an owner may add."""
LONGEST_OPTION = 100
LONGEST = 2000
"""Maximum length of a text answer, in characters."""


class Question(msgspec.Struct, frozen=True):
    """A question that an experiment's owner adds: a scale, answered by the number of an option,
    from 1; a choice, answered by an option's text; or free text.
    """

    id: str
    when: When
    kind: Kind
    text: str
    options: tuple[str, ...] = ()
    right: str = ""
    """The right option, if the question is an attention check; otherwise empty."""


def questions_of(study: Study, when: When) -> list[Question]:
    """Return the experiment's own questions that are asked at the moment `when`: "before" (the
    first game), "game" (after each game) or "after" (the last game); in the owner's order.
    """
    return [question for question in all_questions(study) if question.when == when]


def all_questions(study: Study) -> list[Question]:
    """Return all questions that the experiment's owner added, in the owner's order."""
    return msgspec.convert(study.questions, list[Question])


class QuestionsForm(forms.Form):
    """A form that asks the given questions; an answer is optional, except to an attention check."""

    def __init__(
        self, questions: Iterable[Question], data: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data)
        self.fields |= fields(questions)

    @property
    def has_required(self) -> bool:
        """Whether the form has a question that must be answered."""
        return any(field.required for field in self.fields.values())


def fields(questions: Iterable[Question]) -> dict[str, forms.Field]:
    """Return a form field for each question, by the question's id."""
    return {question.id: _field(question) for question in questions}


def answered(questions: Iterable[Question], cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """Return a participant's answers by question id, from a form's cleaned data; unanswered
    questions are left out. An answer to a scale is an option's number, from 1; others are text.
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


class QuestionForm(forms.Form):
    """The form in which an experiment's owner writes one question; a form without a text is
    ignored.
    """

    text = forms.CharField(required=False, max_length=500, label="Question")
    when = forms.ChoiceField(choices=list(ASKED.items()), label="Asked")
    kind = forms.ChoiceField(
        choices=[("scale", "a scale"), ("choice", "one of several"), ("text", "free text")],
        label="Answer",
    )
    options = forms.CharField(
        required=False,
        max_length=2000,
        widget=forms.Textarea({"rows": 2}),
        label="Options, one a line",
        help_text="From least to most. A scale without options goes from strongly disagree to "
        "strongly agree.",
    )

    right = forms.CharField(
        required=False,
        max_length=LONGEST_OPTION,
        label="Right answer",
        help_text="Only for an attention check: one of the options.",
    )

    def clean_right(self) -> str:
        """Return the right answer to an attention check, with runs of spaces replaced by one."""
        return " ".join(str(self.cleaned_data["right"]).split())

    def clean(self) -> None:
        """Split the options into lines; reject a question without enough different options, or
        with a right answer that is not one of them.
        """
        data = self.cleaned_data
        options = [" ".join(line.split()) for line in data.get("options", "").splitlines()]
        options = [option for option in options if option]
        if data.get("kind") == "scale" and not options:
            options = list(AGREEMENT)
        if data.get("kind") == "text":
            options = []
        elif data.get("text"):
            _refuse_options(self, options)
        data["options"] = tuple(options)
        if data.get("right") and data["right"] not in options:
            self.add_error("right", "The right answer must be one of the options.")


def _refuse_options(form: forms.Form, options: list[str]) -> None:
    fewest, most = OPTIONS
    if not fewest <= len(options) <= most:
        form.add_error("options", f"Give {fewest} to {most} options, one a line.")
    elif len(set(options)) < len(options):
        form.add_error("options", "Two options are the same.")
    elif max(map(len, options)) > LONGEST_OPTION:
        form.add_error("options", f"An option has {LONGEST_OPTION} characters at most.")


QuestionSet = forms.formset_factory(
    QuestionForm, extra=0, max_num=MOST, absolute_max=MOST, validate_max=True
)


def question_set(data: Mapping[str, Any] | None, like: Study | None = None) -> Any:
    """Return a formset with one `QuestionForm` for each question of an experiment, filled with the
    submitted `data`; without data, with the questions of the experiment `like`, or none. Data
    without the formset count as no questions.
    """
    if data is not None and "questions-TOTAL_FORMS" not in data:
        data = {"questions-TOTAL_FORMS": "0", "questions-INITIAL_FORMS": "0"}
    rows = [
        {**msgspec.structs.asdict(question), "options": "\n".join(question.options)}
        for question in (all_questions(like) if like else ())
    ]
    return QuestionSet(data, prefix="questions", initial=rows)


def asked(rows: Any) -> list[dict[str, Any]]:
    """Return the questions of a validated formset that have a text, as dicts of the fields of
    `Question`, without the empty ones, with the ids q1, q2, … in order.
    """
    filled = [row.cleaned_data for row in rows if row.cleaned_data.get("text")]
    return [
        {
            "id": f"q{number}",
            **{name: data[name] for name in Question.__struct_fields__ if data.get(name, "") != ""},
        }
        for number, data in enumerate(filled, start=1)
    ]
