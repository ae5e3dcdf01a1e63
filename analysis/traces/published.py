"""The published games of people that come with the program, imported by the worker while the site
is up already."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from analysis.collections import HANABIDATA
from analysis.models import Trace
from analysis.traces.importing import import_file

FILE = Path(__file__).parents[1] / "demo" / "hanabidata.tar.xz"
GAMES = 2040


class Importing(NamedTuple):
    """How far the import is, in games."""

    done: int
    total: int

    @property
    def percent(self) -> int:
        return 100 * self.done // self.total


@task
def import_published() -> None:
    """Import the games that are not here yet. Stopped half-way it goes on when asked again."""
    import_file(str(FILE))


def leave_to_worker() -> bool:
    """Ask the worker for the games that are missing; False if none is, or it is asked already."""
    if _games_here() >= GAMES or _tasks(TaskResultStatus.READY):
        return False
    import_published.enqueue()
    return True


def importing() -> Importing | None:
    """How far the worker is; None when it has nothing to import."""
    here = _games_here()
    if here >= GAMES or not _tasks(TaskResultStatus.READY, TaskResultStatus.RUNNING):
        return None
    return Importing(here, GAMES)


def _games_here() -> int:
    return Trace.objects.filter(collection=HANABIDATA.name).count()


def _tasks(*statuses: TaskResultStatus) -> bool:
    waiting = DBTaskResult.objects.filter(
        task_path=import_published.module_path, status__in=statuses
    )
    return waiting.exists()
