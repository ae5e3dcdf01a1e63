"""An experiment's own questions are set up in rows, and refused in words."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from analysis.models import Study

pytestmark = pytest.mark.django_db

FORM = {"title": "T", "consent": "C", "help": "full", "pool": "rules:piers rules:iggi"}
ROWS = {"questions-INITIAL_FORMS": "0"}


def row(number: int, text: str, when: str, kind: str, options: str = "") -> dict[str, str]:
    fields = {"text": text, "when": when, "kind": kind, "options": options}
    return {f"questions-{number}-{name}": value for name, value in fields.items()}


@pytest.fixture
def carol(client: Client) -> Client:
    client.force_login(User.objects.create_user("carol"))
    return client


def test_questions_are_kept_in_order_and_empty_rows_are_none(carol: Client) -> None:
    rows = {"questions-TOTAL_FORMS": "4"} | ROWS
    rows |= row(0, "Easy to read?", "game", "scale")
    rows |= row(1, "", "game", "choice")
    rows |= row(2, "Your age?", "before", "choice", "under 30\n30 or more\n")
    rows |= row(3, "Anything else?", "after", "text", "ignored")
    carol.post("/analysis/experiments/new/", FORM | rows)
    study = Study.objects.get()
    assert [(q["id"], q["when"], len(q["options"])) for q in study.questions] == [
        ("q1", "game", 5),
        ("q2", "before", 2),
        ("q3", "after", 0),
    ]
    assert (study.games, study.order, study.named, study.usual_questions) == (
        *(2, "square", "last"),
        False,
    )
    page = carol.get(study.get_absolute_url()).content.decode()
    assert "Easy to read?" in page


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("games", "0", "At least 1."),
        ("practice", "rules:piers", "not in the pool"),
        ("practice", "rules:nobody", "There is no agent"),
        ("completion", "http://x.org/", "https://"),
        ("order", "zigzag", "one of the choices"),
        ("named", "game", "one of the choices"),
    ],
)
def test_settings_that_do_not_fit_are_refused(
    carol: Client, field: str, value: str, words: str
) -> None:
    refused = carol.post("/analysis/experiments/new/", FORM | {field: value})
    assert refused.status_code == 400
    assert words in refused.content.decode()
