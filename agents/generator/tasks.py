"""Background tasks, run by `manage.py db_worker`, that complete generator runs outside the web
process.
"""

import logging

from django_tasks import task

from agents.archives import BadRun, runs
from agents.generator.executors import executor
from agents.generator.run import make, resumed
from agents.runs.errors import Unwritable

logger = logging.getLogger(__name__)


@task
def go_on(name: str) -> None:
    """Resume a generator's run and complete it; do nothing if it is complete or another process is
    working on it.

    Storage failures are logged.
    """
    try:
        if runs.load(name).complete:
            return
        with executor() as pool, resumed(name) as run:
            make(run, pool)
    except Unwritable as error:
        logger.error("Could not write the run %s: %s", name, error)
    except BadRun as error:
        logger.info("Did not resume the run %s: %s", name, error)
