"""The form for an experiment's own questions: one row of fields per question."""

from collections.abc import Mapping
from typing import Any

from django import forms

from analysis.studies.questions import AGREEMENT, OPTIONS, Question

MOST = 40
LONGEST_OPTION = 100


class QuestionForm(forms.Form):
    """The form of one question; a form without a text is ignored."""

    text = forms.CharField(required=False, max_length=500, label="Question")
    when = forms.ChoiceField(
        choices=[
            ("game", "after each game"),
            ("before", "before the first game"),
            ("after", "after the last game"),
        ],
        label="Asked",
    )
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
        """Return the option that is the right answer, with repeated spaces removed."""
        return " ".join(str(self.cleaned_data["right"]).split())

    def clean(self) -> None:
        """Split the options into lines, and reject a question without enough different options."""
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


def question_set(data: Mapping[str, Any] | None) -> Any:
    """Return the forms of an experiment's questions as rows; submitted data without rows counts as
    zero rows.
    """
    if data is not None and "questions-TOTAL_FORMS" not in data:
        data = {"questions-TOTAL_FORMS": "0", "questions-INITIAL_FORMS": "0"}
    return QuestionSet(data, prefix="questions")


def asked(rows: Any) -> list[dict[str, Any]]:
    """Return the questions of the valid rows of a form as JSON data, with ids q1, q2, … in
    order.
    """
    filled = [row.cleaned_data for row in rows if row.cleaned_data.get("text")]
    return [
        {
            "id": f"q{number}",
            **{name: data[name] for name in Question.__struct_fields__ if data.get(name, "") != ""},
        }
        for number, data in enumerate(filled, start=1)
    ]
