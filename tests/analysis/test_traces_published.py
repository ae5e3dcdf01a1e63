"""The published games come in by the worker, while the pages are up and tell how far it is."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django_tasks_db.models import DBTaskResult

from analysis.models import Trace
from analysis.traces import importing
from tests.analysis.conftest import hanabidata_game
from tests.game.conftest import work
from tests.native.hanabidata_logs import write_log

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def three_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Published games, but few."""
    folder = tmp_path / "published"
    folder.mkdir()
    for seed in (5, 6, 7):
        (folder / f"game{seed:016}.log").write_text(write_log(hanabidata_game(seed), seed))
    monkeypatch.setattr(importing, "FILE", folder)
    monkeypatch.setattr(importing, "GAMES", 3)
    return folder


@pytest.mark.long
def test_preparing_leaves_the_import_to_the_worker_once() -> None:
    call_command("prepare", stdout=StringIO())
    call_command("prepare", stdout=StringIO())
    assert Trace.objects.filter(collection="hanabidata").count() == 0
    assert DBTaskResult.objects.filter(task_path__endswith="import_published").count() == 1
    work()
    assert Trace.objects.filter(collection="hanabidata").count() == 3


def test_nothing_is_asked_of_the_worker_when_all_games_are_here() -> None:
    importing.leave_to_worker()
    work()
    assert not importing.leave_to_worker()
    assert importing.importing() is None


def test_an_import_that_was_killed_goes_on_where_it_was(three_games: Path) -> None:
    late = three_games / "game0000000000000007.log"
    text = late.read_text()
    late.unlink()
    importing.leave_to_worker()
    work()
    assert Trace.objects.count() == 2
    late.write_text(text)
    assert importing.leave_to_worker()
    assert importing.importing() == importing.Importing(2, 3)
    work()
    assert Trace.objects.count() == 3


def test_the_study_page_shows_the_progress_of_the_import(client: Client) -> None:
    importing.leave_to_worker()
    assert "published games of people" in client.get("/analysis/partners/").content.decode()
    progress = client.get("/analysis/importing.json").json()
    assert progress == {"done": 0, "total": 3, "running": True}
    work()
    assert (
        "published games of people</label>"
        not in client.get("/analysis/partners/").content.decode()
    )
    assert client.get("/analysis/importing.json").json()["running"] is False


def test_the_progress_of_the_import_is_in_whole_per_cent() -> None:
    told = [importing.Importing(done, 3).percent for done in range(4)]
    assert told == [0, 33, 66, 100]


def test_an_import_taken_up_by_a_worker_counts_as_under_way() -> None:
    importing.leave_to_worker()
    for status, under_way in (("RUNNING", True), ("READY", True), ("FAILED", False)):
        DBTaskResult.objects.update(status=status)
        assert (importing.importing() == importing.Importing(0, 3)) == under_way
