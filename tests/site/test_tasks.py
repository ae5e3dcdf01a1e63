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
from analysis.traces import importing
from tests.analysis.test_maps_starting import FORM

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _runs_of_its_own(settings: LazySettings, tmp_path: Path) -> None:
    settings.RUNS_DIR = str(tmp_path)


def begin_a_run() -> None:
    staff = Client()
    staff.force_login(User.objects.create_user("boss", is_staff=True))
    small = FORM | {"individuals": "60", "initial_individuals": "20", "games": "4", "side": "4"}
    assert staff.post("/analysis/runs/new/", small).status_code == 302


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
    called: list[tuple[object, ...]] = []
    if stub:
        monkeypatch.setattr(stub, lambda *given: called.append(given))
    leave()
    asked = DBTaskResult.objects.get()
    assert (asked.task_path, asked.status) == (path, TaskResultStatus.READY)
    call_command("db_worker", batch=True, startup_delay=False, reload=False, stdout=StringIO())
    asked.refresh_from_db()
    assert asked.status == TaskResultStatus.SUCCESSFUL
    assert found() == wanted
    assert len(called) == bool(stub)


def test_a_run_resumes_when_the_page_asks_for_it() -> None:
    begin_a_run()
    DBTaskResult.objects.all().delete()
    staff = Client()
    staff.force_login(User.objects.get())
    staff.post("/analysis/runs/mine/go-on/")
    asked = DBTaskResult.objects.get()
    assert asked.task_path == "agents.generator.tasks.go_on"
    assert asked.args_kwargs == {"args": ["mine"], "kwargs": {}}
