"""What pages and commands leave to the worker is a task, and the worker does it."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from agents.archives import runs
from agents.runs.storage import is_locked, runs_dir
from analysis.traces import importing
from tests.analysis.test_maps_starting import FORM

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _runs_of_its_own(settings: LazySettings, tmp_path: Path) -> None:
    settings.RUNS_DIR = str(tmp_path)


def begin_a_run() -> Client:
    staff = Client()
    staff.force_login(User.objects.create_user("boss", is_staff=True))
    small = FORM | {"individuals": "60", "initial_individuals": "20", "games": "4", "side": "4"}
    assert staff.post("/analysis/runs/new/", small).status_code == 302
    return staff


LEFT: dict[str, tuple[Callable[[], object], str, Callable[[], object], Any]] = {
    "agents.generator.tasks.go_on": (begin_a_run, "", lambda: runs.load("mine").complete, True),
    "analysis.traces.importing.import_published": (
        importing.leave_to_worker,
        "analysis.traces.importing.import_file",
        list,
        [],
    ),
}


@pytest.mark.parametrize("path", LEFT)
def test_tasks_for_the_worker_are_done(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leave, stub, found, wanted = LEFT[path]
    locks: list[bool] = []
    if stub:
        monkeypatch.setattr(stub, lambda *_: locks.append(is_locked(runs_dir())))
    leave()
    asked = DBTaskResult.objects.get()
    assert (asked.task_path, asked.status) == (path, TaskResultStatus.READY)
    call_command("db_worker", batch=True, startup_delay=False, reload=False, stdout=StringIO())
    asked.refresh_from_db()
    assert asked.status == TaskResultStatus.SUCCESSFUL
    assert found() == wanted
    assert locks == [True] * bool(stub), "pages see that a worker lives"


def test_a_run_resumes_when_the_page_asks_for_it_though_a_worker_was_killed() -> None:
    staff = begin_a_run()
    DBTaskResult.objects.all().delete()
    staff.post("/analysis/runs/mine/go-on/")
    DBTaskResult.objects.update(status=TaskResultStatus.RUNNING)  # by a worker that was killed
    call_command("db_worker", batch=True, startup_delay=False, reload=False, stdout=StringIO())
    assert runs.load("mine").complete
