"""An experiment's games leave as one table, with a codebook that knows every column."""

import csv
import io
import json
from collections import Counter

import pytest
from django.test import Client
from django.utils import timezone

from analysis.models import Study, Trace
from analysis.studies.assignment import next_table, take_part
from analysis.studies.export import codebook, design, games_table
from analysis.studies.surveys import answer
from analysis.traces.exporting import lines, tables
from analysis.traces.tables import collect
from game.models import Player
from game.tables import changes
from game.tables.state import load
from tests.analysis.conftest import a_study
from tests.game.played import play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def study(alice: Player, bob: Player) -> Study:
    """Alice played her practice and her first game, and gave up the second at the start."""
    questions = [
        {"id": "q1", "when": "before", "kind": "text", "text": "Why?", "options": []},
        {"id": "q2", "when": "game", "kind": "scale", "text": "Fair?", "options": ["no", "yes"]},
    ]
    settings = {"practice": "rules:outer", "questions": questions, "common_deals": True}
    made = a_study(owner=bob, games=2, **settings)
    somebody = take_part(made, alice, "prolific-1")
    somebody.before = {"q1": "=1+1"}
    somebody.save()
    for order in (0, 1):
        table = next_table(somebody, alice, order)
        play_out(table.slug)
    answer(table, alice, {"like": 4, "again": True, "answers": {"q2": 2}})
    table = next_table(somebody, alice, 2)
    changes.give_up(table.slug, alice, load(table.slug).table.version)
    return made


def test_every_game_is_a_row_and_every_column_in_the_codebook(study: Study) -> None:
    table = games_table(study)
    book = codebook(study)
    assert list(table.columns) == [row[0] for row in book.rows]
    assert [column.title for column in book.columns] == ["column", "meaning"]
    assert all(row[1] for row in book.rows)
    assert (book.games, book.title) == (3, "Codebook")
    practice, first, second = table.rows()
    known = {"study": "s", "participant": 1, "reference": "prolific-1", "q1": "=1+1"}
    assert known.items() <= first.items()
    assert [row["order"] for row in (practice, first, second)] == [0, 1, 2]
    assert [row["counts"] for row in (practice, first, second)] == [1, 1, 0]
    assert (first["like"], first["again"], first["q2"], first["publish"]) == (4, 1, 2, 0)
    assert practice["like"] is None
    assert practice["block"] is None
    assert json.loads(first["trace"])["players"][0] == "participant-1"
    assert first["agent"] in study.pool


@pytest.mark.long
@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_only_the_owner_downloads_the_data_in_three_forms(
    study: Study, hers: Client, his: Client, form: str
) -> None:
    page = study.get_absolute_url()
    visitor = hers.get(page, {"format": form})
    assert "attachment" not in visitor.headers.get("Content-Disposition", "")
    body = his.get(page, {"format": form}).content
    if form == "parquet":
        parquet = pytest.importorskip("pyarrow.parquet")
        rows = parquet.read_table(io.BytesIO(body)).to_pylist()
    elif form == "csv":
        rows = list(csv.DictReader(io.StringIO(body.decode())))
    else:
        rows = [json.loads(line) for line in body.splitlines()]
    assert [str(row["order"]) for row in rows] == ["0", "1", "2"]
    assert [str(row["like"] or "") for row in rows] == ["", "4", ""]
    assert {row["q1"] for row in rows} == {"'=1+1" if form == "csv" else "=1+1"}


def test_everybody_who_agreed_has_a_row_and_counts_in_a_group(bob: Player) -> None:
    groups = [{"name": "A"}, {"name": "B"}]
    study = a_study(owner=bob, games=1, groups=groups, licence="CC BY 4.0")
    for number in range(4):
        take_part(study, Player.objects.create(name=f"P{number}"), publishes=number > 1)
    for number, end in enumerate(({"ended": "screened"}, {"withdrawn": timezone.now()})):
        study.participations.filter(number=number).update(**end)
    study.open = False
    rows = list(games_table(study).rows())
    assert [row["ended"] for row in rows] == ["screened", None, None, None]
    assert [row["wrong"] for row in rows] == [0, None, 0, 0]
    assert [bool(row["withdrawn"]) for row in rows] == [False, True, False, False]
    assert [row["may_publish"] for row in rows] == [0, 0, 1, 1]
    assert {row["order"] for row in rows} == {None}
    told = design(study)
    sizes = Counter(row["group"] for row in rows)
    assert {name: one["people"] for name, one in told["by_group"].items()} == sizes
    for name, number in {"screened": 1, "withdrawn": 1, "may_publish": 2, "finished": 0}.items():
        assert sum(one[name] for one in told["by_group"].values()) == told[name] == number


@pytest.mark.parametrize("private", [True, False])
def test_answers_that_may_not_be_published_stand_in_the_owners_export_alone(
    study: Study, private: bool
) -> None:
    collect()
    exported = lines(Trace.objects.all(), private=private)
    answered = [json.loads(line)["lab"].get("survey") for line in exported]
    assert any(answered) == private


def test_no_table_of_games_holds_answers_that_may_not_be_published(study: Study) -> None:
    collect()
    (table,) = tables(Trace.objects.filter(table__assignment__study=study))
    rows = [json.loads(row["trace"]) for row in table.rows()]
    assert rows
    assert not any(row["lab"].get("survey") for row in rows)
