"""Figures that take long, made by the worker before somebody asks."""

from __future__ import annotations

from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from agents.archives import BadArchive
from analysis.papers.map_elites.published_page import published_page


@task
def make_ahead() -> None:
    """Make those that are not stored yet."""
    try:
        published_page()
    except BadArchive:
        return


def leave_to_worker() -> bool:
    """Ask the worker for them; False if it is asked already."""
    asked = DBTaskResult.objects.filter(
        task_path=make_ahead.module_path, status=TaskResultStatus.READY
    )
    if asked.exists():
        return False
    make_ahead.enqueue()
    return True
