"""A run on a Dask cluster is the run on threads, though a worker dies in the middle."""

import os
import signal
from typing import Any

import pytest

from agents.generator.run import make, started
from agents.generator.status import Status
from tests.agents.small_runs import SETTING, made, recipe, saved

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("small_runs")]


@pytest.mark.filterwarnings("ignore")
def test_a_run_survives_a_killed_worker_with_the_same_bytes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    distributed = pytest.importorskip("distributed", reason="no Dask here (make dev)")
    monkeypatch.setattr("agents.generator.run.SNAPSHOT_SECONDS", 0)
    made("threads")
    killed = []
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):

        def kill_one(now: Status) -> None:
            if now.individuals >= 100 and not killed:
                killed.append(_any_worker(client))
                os.kill(killed[0], signal.SIGKILL)

        with started("dask", SETTING, recipe()) as run:
            make(run, client.get_executor(), kill_one)
    assert killed
    assert saved("dask") == saved("threads")


def _any_worker(client: Any) -> int:
    """The process of a worker."""
    return int(next(iter(client.run(os.getpid).values())))
