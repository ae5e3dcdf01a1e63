"""Runs made outside the web process, by `manage.py db_worker`."""

from __future__ import annotations

import logging

from django_tasks import task

from agents.archives import BadRun, runs
from agents.generator.executors import executor
from agents.generator.run import make, resumed
from agents.runs.errors import Unwritable

logger = logging.getLogger(__name__)


@task
def go_on(name: str) -> None:
    """Make what is left of a run, if anything is. One that somebody else is making is left to
    them; what cannot be stored is told in the log."""
    try:
        if runs.load(name).complete:
            return
        with executor() as pool, resumed(name) as run:
            make(run, pool)
    except Unwritable as error:
        logger.error("The run %s was left: %s", name, error)
    except BadRun as error:
        logger.info("The run %s is left alone: %s", name, error)
