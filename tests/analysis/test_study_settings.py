"""What an experiment's owner chose is kept and told as it was chosen, up to the bounds."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from analysis.models import Study
from analysis.studies.assignment import take_part
from analysis.studies.export import design
from analysis.studies.forms import MOST_BY_DEFAULT, StudyForm
from analysis.studies.overview import FURTHER, progress, questions, settings
from analysis.studies.questions import (
    LONGEST_OPTION,
    Question,
    QuestionsForm,
    answered,
    asked,
    question_set,
    questions_of,
)
from game.models import Player
from tests.analysis.conftest import a_study, study_form

pytestmark = pytest.mark.django_db

QUESTIONS = [
    {"id": "q1", "when": "after", "kind": "text", "text": "Why?", "options": []},
    {"id": "q2", "when": "game", "kind": "scale", "text": "Fair?", "options": ["no", "so", "yes"]},
    {"id": "q3", "when": "before", "kind": "choice", "text": "Which?", "options": ["a", "b"]},
]


def test_the_owner_reads_the_settings_of_their_experiment() -> None:
    assert dict(settings(Study(pool=["rules:piers"])))["Games"] == "as many as a person likes"
    rich = Study(
        pool=["rules:piers"],
        games=4,
        common_deals=True,
        practice="rules:outer",
        completion="C0FFEE",
        order="blocks",
        named="closed",
        groups=[{"name": "A", "told": "bot", "team": 2}, {"name": "B"}],
        **{name: 0 if name == "wrong_allowed" else name.upper() for name in FURTHER},
    )
    chosen = dict(settings(rich))
    assert {"0", *(name.upper() for name in FURTHER)} - {"WRONG_ALLOWED"} <= {*chosen.values()}
    assert chosen["Groups"] == "A: team=2, told=bot\nB: as in the experiment"
    assert chosen["Games"] == "4 a person, deals in common"
    assert (chosen["Practice game"], chosen["Completion code"]) == ("Outer", "C0FFEE")
    assert chosen["Usual questions"] == "asked"
    assert dict(settings(Study(pool=[], team=2, patience=1)))["They wait at most"] == "1 minute"
    assert chosen["Order of partners"] == dict(Study.Order.choices)["blocks"]
    assert chosen["People learn who their partners were"] == dict(Study.Named.choices)["closed"]


def test_the_owner_reads_when_each_question_is_asked() -> None:
    told = questions(Study(questions=QUESTIONS))
    assert [(one["id"], one["text"], one["asked"]) for one in told] == [
        ("q1", "Why?", "after the last game"),
        ("q2", "Fair?", "after each game"),
        ("q3", "Which?", "before the first game"),
    ]


def test_a_count_of_completions_needs_a_number_of_games(alice: Player, bob: Player) -> None:
    study = a_study(pool=["rules:a"])
    for player in (alice, bob):
        take_part(study, player)
    assert progress(study) == [("People", 2), ("Games", 0)]
    study.games = 1
    study.participations.update(finished=timezone.now())
    study.participations.filter(number=0).update(withdrawn=timezone.now())
    assert progress(study) == [("People", 2), ("Games", 0), ("Done", 1), ("Withdrawn", 1)]
    assert {"finished": 1, "withdrawn": 1}.items() <= design(study).items()


@pytest.mark.parametrize(("games", "valid"), [("1", True), ("60", True), ("61", False)])
def test_a_person_plays_from_one_to_sixty_games(games: str, valid: bool) -> None:
    assert study_form(games=games).is_valid() == valid


def test_with_more_than_twelve_agents_the_number_of_games_is_required() -> None:
    names = [f"genes:{number}" for number in range(MOST_BY_DEFAULT + 1)]
    few = study_form(pool=" ".join(names[:-1]))
    assert few.is_valid()
    assert few.cleaned_data["games"] == MOST_BY_DEFAULT
    many = study_form(pool=" ".join(names))
    assert many.errors == {"games": ["There are 13 agents: say how many games a person plays."]}
    assert study_form(pool=" ".join(names), games="3").is_valid()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (" C0FFEE ", "C0FFEE"),
        ("https://app.prolific.com/x?cc=1", "https://app.prolific.com/x?cc=1"),
        ("http://app.prolific.com/", None),
        ("javascript://x", None),
    ],
)
def test_a_completion_code_is_any_word_or_a_whole_address(text: str, kept: str | None) -> None:
    made = study_form(completion=text)
    assert made.is_valid() == (kept is not None)
    assert made.cleaned_data.get("completion") == kept


def rows(**fields: str) -> Any:
    row = {"text": "Which?", "when": "game", "kind": "choice"} | fields
    data = {"questions-TOTAL_FORMS": "1", "questions-INITIAL_FORMS": "0"}
    return question_set(data | {f"questions-0-{name}": value for name, value in row.items()})


@pytest.mark.parametrize(
    ("options", "valid"),
    [
        (["a"], False),
        (["a", "b"], True),
        ([f"{number}" for number in range(11)], True),
        ([f"{number}" for number in range(12)], False),
        (["a", "b" * LONGEST_OPTION], True),
        (["a", "b" * (LONGEST_OPTION + 1)], False),
        (["a b", " a  b "], False),
    ],
)
def test_a_choice_has_from_two_to_eleven_different_options(options: list[str], valid: bool) -> None:
    assert rows(options="\n".join(options)).is_valid() == valid


def test_a_question_is_stored_as_it_will_be_asked() -> None:
    for given, kept in (
        ({"options": " no \n\n so  so\nyes"}, ("no", "so so", "yes")),
        ({"kind": "text", "options": "one"}, ()),
        (
            {"kind": "scale"},
            ("strongly disagree", "disagree", "neither", "agree", "strongly agree"),
        ),
    ):
        made = rows(**given)
        assert made.is_valid()
        kind = given.get("kind", "choice")
        assert asked(made) == [
            {"id": "q1", "text": "Which?", "when": "game", "kind": kind, "options": kept}
        ]


def test_answers_are_numbers_on_a_scale_and_words_elsewhere_and_may_be_left_out() -> None:
    study = Study(questions=QUESTIONS)
    own = [*questions_of(study, "game"), *questions_of(study, "before")]
    assert [question.id for question in own] == ["q2", "q3"]
    own.append(Question("q1", "after", "text", "Why?"))
    given = QuestionsForm(own, {"q2": "3", "q3": "b", "q1": "Fun."})
    assert given.is_valid()
    assert answered(own, given.cleaned_data) == {"q2": 3, "q3": "b", "q1": "Fun."}
    assert [value for value, _ in given.fields["q2"].choices] == ["1", "2", "3"]  # type: ignore[attr-defined]
    blank = QuestionsForm(own, {})
    assert blank.is_valid()
    assert answered(own, blank.cleaned_data) == {}
    for wrong in ({"q2": "4"}, {"q2": "no"}, {"q3": "c"}, {"q1": "x" * 2001}):
        assert list(QuestionsForm(own, wrong).errors) == list(wrong)


FORM_QUESTIONS = {"title": "T", "consent": "C", "help": "full", "pool": "rules:piers rules:iggi"}
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
    carol.post("/analysis/experiments/new/", FORM_QUESTIONS | rows)
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
    assert "Easy to read?" in carol.get(study.get_absolute_url()).content.decode()


def test_a_copy_has_the_same_settings_and_can_be_deleted_until_somebody_begins(
    carol: Client, alice: Player
) -> None:
    groups = "A: partner=rules:piers, told=person\nB: as in the experiment"
    given = {"statements": "I am 18.\nI agree.", "groups": groups, "practice": "rules:outer"}
    given |= {"needs_id": "on", "conventions": "on", "named": "closed", "licence": "CC0 1.0"}
    rows = {"questions-TOTAL_FORMS": "1"} | ROWS | row(0, "Read?", "game", "choice", "a\nb")
    new = "/analysis/experiments/new/"
    carol.post(new, FORM_QUESTIONS | given | rows | {"questions-0-right": "b", "minutes": "60"})
    first = Study.objects.get()
    assert "a, b; right: b" in carol.get(first.get_absolute_url()).content.decode()
    page = carol.get(f"{new}?copy={first.slug}").context
    questions = page["questions"]
    fields = [
        *page["form"],
        *questions.management_form,
        *(field for one in questions for field in one),
    ]
    typed = {field.html_name: field.value() for field in fields}
    carol.post(new, {name: value for name, value in typed.items() if value not in (None, False)})
    copy = Study.objects.exclude(pk=first.pk).get()
    for name in (*StudyForm.base_fields, "questions"):
        assert getattr(copy, name) == getattr(first, name), name
    take_part(first, alice, "id")
    codes = [carol.post(f"{s.get_absolute_url()}close/", {"delete": "yes"}) for s in (first, copy)]
    assert [answer.status_code for answer in codes] == [400, 302]
    assert Study.objects.get() == first
    assert Client().get(f"{new}?copy={first.slug}").status_code == 302


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("games", "0", "At least 1."),
        ("practice", "rules:piers", "not in the pool"),
        ("practice", "rules:nobody", "There is no agent"),
        ("completion", "http://x.org/", "https://"),
        ("order", "zigzag", "one of the choices"),
        ("named", "game", "one of the choices"),
        ("wrong_allowed", "0", "None of your questions has a right answer."),
    ],
)
def test_settings_that_do_not_fit_are_refused(
    carol: Client, field: str, value: str, words: str
) -> None:
    refused = carol.post("/analysis/experiments/new/", FORM_QUESTIONS | {field: value})
    assert refused.status_code == 400
    assert words in refused.content.decode()
    assert "1 field needs a change" in refused.content.decode()
