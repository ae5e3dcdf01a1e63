"""`manage.py db_worker`: the background worker of django_tasks_db. Pages see whether it lives
(`game.worker`), and it begins the tasks of a killed worker again.
"""

import os
from contextlib import ExitStack, suppress
from typing import Any

from django.core.management.base import CommandError
from django.db import OperationalError
from django.utils.autoreload import DJANGO_AUTORELOAD_ENV
from django_tasks import TaskResultStatus
from django_tasks.base import TASK_MIN_PRIORITY
from django_tasks_db.management.commands import db_worker
from django_tasks_db.models import DBTaskResult

from agents.runs.errors import BadRun
from game.worker import living


class Command(db_worker.Command):
    def handle(self, *, reload: bool, **options: Any) -> None:
        with ExitStack() as stack:
            # With --reload the process that restarts the worker runs no tasks itself.
            if not reload or os.environ.get(DJANGO_AUTORELOAD_ENV) == "true":
                # A second worker works too, but takes up nothing: the first may still work on it.
                with suppress(BadRun):
                    stack.enter_context(living())
                    _take_up()
            try:
                super().handle(reload=reload, **options)
            except OperationalError as error:
                raise CommandError(f"The database is unavailable: {error}") from error


def _take_up() -> None:
    """Queue the tasks of a worker that was killed again, behind all others: one of them may have
    been the cause.
    """
    DBTaskResult.objects.running().update(status=TaskResultStatus.READY, priority=TASK_MIN_PRIORITY)
