"""A rehearsal: scripted people take part through the real pages, and nothing of them stays."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from analysis.models import Assignment, Participation, Person, Study, Trace
from analysis.studies import rehearsal
from analysis.studies.assignment import take_part
from analysis.studies.groups import group_of
from analysis.studies.rehearsal import RehearsalReport, Unrehearsable, rehearse, report_of
from game.models import Player, Table
from tests.analysis.conftest import a_study
from tests.analysis.test_study_groups import CHECK, GROUPS
from tests.game.conftest import login
from tests.serving import ServedSite

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PEOPLE = 10


@pytest.fixture
def study(bob: Player) -> Study:
    codes = {"completion": "DONE", "withdrawal": "GONE", "screened": "SORRY", "late": "LATE"}
    terms = {"statements": ["I am 18."], "plan": "A t test.", "licence": "CC BY 4.0"}
    asked = {"groups": GROUPS, "questions": [CHECK], "wrong_allowed": 0}
    return a_study(owner=bob, games=1, **codes, **terms, **asked)


def kept(report: RehearsalReport) -> dict[str, bool]:
    return {item.promise: item.kept for item in report.items}


def test_a_rehearsal_accounts_for_every_participant(study: Study) -> None:
    report = rehearse(study, PEOPLE)
    assert report.ended == {"done": 6, "withdrawn": 1, "abandoned": 1, "screened": 1, "left": 1}
    assert all(kept(report).values()), kept(report)
    assert report.games == 8
    kinds = (Participation, Assignment, Person, Trace, Table)
    assert [kind.__name__ for kind in kinds if kind.objects.exists()] == []
    study.refresh_from_db()
    assert (study.open, study.frozen) == (True, "")


def test_without_a_number_of_games_people_stop_by_themselves(bob: Player) -> None:
    report = rehearse(a_study(owner=bob, games=None, usual_questions=False), 5)
    assert report.ended == {"stopped": 4, "abandoned": 1}
    assert report.games == 4 * rehearsal.PLAYED_FREELY + 1
    assert all(kept(report).values()), kept(report)


WHILE_OTHERS_WRITE = """
import sqlite3
from django.db import connection
from analysis.models import Participation, Study
from analysis.studies import rehearsal

other = sqlite3.connect(connection.settings_dict["NAME"], timeout=0, isolation_level=None)
begin = rehearsal._take_part
rehearsal._take_part = lambda *one: (other.execute("PRAGMA user_version = 7"), begin(*one))[1]
study = Study.objects.create(slug="s", title="S", consent="?", pool=["rules:piers"], games=1)
print(rehearsal.rehearse(study, 2).games, Participation.objects.count())
"""


def test_others_can_write_while_a_rehearsal_runs(tmp_path: Path) -> None:
    site = ServedSite(tmp_path, DEBUG="on")
    assert site.manage("shell", "-v", "0", "-c", WHILE_OTHERS_WRITE).split() == ["2", "0"]


def test_the_export_has_everybody_who_agreed(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = rehearsal.games_table

    def without_the_first(of: Study) -> Any:
        table = whole(of)
        return type(table)({name: column[1:] for name, column in table.columns.items()})

    monkeypatch.setattr(rehearsal, "games_table", without_the_first)
    found = kept(rehearse(study, 3))
    assert [promise for promise, yes in found.items() if not yes] == [
        "The download has everybody who agreed to take part, and every column of the codebook."
    ]


def test_a_rehearsal_reports_a_broken_promise_of_the_design(study: Study) -> None:
    study.screened = "OTHER"
    study.questions = [{**CHECK, "right": "green"}]
    study.save()
    assert not all(kept(rehearse(study, 3)).values())


def test_every_line_of_the_checklist_names_a_test_that_exists(study: Study) -> None:
    for item in rehearse(study, 1).items:
        file, _, name = item.test.partition("::")
        assert f"def {name}(" in Path(file).read_text(), item.test


def test_once_real_people_have_begun_there_is_no_rehearsal(study: Study, alice: Player) -> None:
    group_of(take_part(study, alice))
    with pytest.raises(Unrehearsable, match="have begun"):
        rehearse(study, 1)
    assert study.participations.count() == 1


def test_only_the_owner_sees_the_checklist_and_asks_for_it(
    study: Study, bob: Player, alice: Player, client: Client
) -> None:
    address = f"/analysis/experiments/{study.slug}/checklist/"
    login(client, alice)
    assert client.get(address).status_code == 404
    assert client.post(address).status_code == 404
    login(client, bob)
    assert "no rehearsal yet" in client.get(address).content.decode()
    client.post(address)
    client.post(address)
    assert DBTaskResult.objects.count() == 1, "a second press asked for a second rehearsal"
    assert "waited for the worker" in client.get(address).content.decode()
    for minutes, said in ((1, "has run since"), (31, "may have been cut off")):
        began = timezone.now() - timedelta(minutes=minutes)
        DBTaskResult.objects.update(status="RUNNING", started_at=began)
        assert said in client.get(address).content.decode()
        client.post(address)
        assert DBTaskResult.objects.count() == (2 if minutes > 30 else 1)
    DBTaskResult.objects.update(status="FAILED")
    assert "stopped with an error" in client.get(address).content.decode()
    Study.objects.update(
        rehearsed={"people": 1, "ways": {}, "ended": {"withdrawn": 1}, "games": 0, "items": []}
    )
    study.refresh_from_db()
    assert report_of(study) is not None
    assert "1 scripted people, 0 games. Of them 1 withdrew." in client.get(address).content.decode()
