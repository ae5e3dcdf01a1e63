"""Import the published games that ship with the program, in the worker while the site runs."""

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
    """Progress of the import, in games."""

    done: int
    total: int

    @property
    def percent(self) -> int:
        """The share that is imported, in whole percent."""
        return 100 * self.done // self.total


@task
def import_published() -> None:
    """Import the shipped games that are not stored yet; a repeated task resumes an interrupted
    one."""
    import_file(str(FILE))


def leave_to_worker() -> bool:
    """Queue the import; return False if nothing is missing or the import is already queued."""
    if _games_here() >= GAMES or _tasks(TaskResultStatus.READY):
        return False
    import_published.enqueue()
    return True


def importing() -> Importing | None:
    """Return the progress of the import, or None if none is queued or running."""
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
