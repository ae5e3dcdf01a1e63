"""Runs made outside the web process, by `manage.py db_worker`."""

from __future__ import annotations

from django_tasks import task

from agents.archives import BadRun
from agents.generator.executors import executor
from agents.generator.run import make, resumed


@task
def go_on(name: str) -> None:
    """Make what is left of a run. One that somebody else is making is left to them."""
    try:
        with executor() as pool, resumed(name) as run:
            make(run, pool)
    except BadRun:
        return
