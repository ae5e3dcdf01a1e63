"""Runs made outside the web process, by `manage.py db_worker`."""

from __future__ import annotations

from django_tasks import task

from agents.archives import BadRun, runs
from agents.generator.executors import executor
from agents.generator.run import make, resumed


@task
def go_on(name: str) -> None:
    """Make what is left of a run, if anything is. One that somebody else is making is left to
    them."""
    try:
        if runs.load(name).complete:
            return
        with executor() as pool, resumed(name) as run:
            make(run, pool)
    except BadRun:
        return
