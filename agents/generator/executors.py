"""Executors that play batches of games: local threads, or the machines of a Dask cluster."""

import logging
import os
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from agents.runs.errors import BadParameters, check_choice, check_range
from native.play.threads import cancelling_pool

EXECUTORS = ("threads", "dask")


@contextmanager
def executor(
    kind: str = "threads", threads: int | None = None, scheduler: str = ""
) -> Iterator[Executor]:
    """Yield an executor that plays batches of games, on threads or a Dask cluster.

    `kind` is `threads` or `dask`. `threads` is the number of threads, by default one per available
    processor. `scheduler` is the address of a Dask cluster; without one, Dask starts `threads`
    local worker processes. Tasks that have not started when the block ends are cancelled. Raise
    BadParameters if an option is invalid or Dask is not installed.
    """
    check_choice("executor", kind, EXECUTORS)
    workers = len(os.sched_getaffinity(0)) if threads is None else threads
    check_range("threads", workers, 1, 1024)
    with _dask(workers, scheduler) if kind == "dask" else cancelling_pool(workers) as pool:
        yield pool


@contextmanager
def _dask(workers: int, scheduler: str) -> Iterator[Executor]:
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise BadParameters(
            "The executor dask needs optional packages: pip install '.[dask]'."
        ) from None
    # A cluster logs every worker that joins or leaves.
    logging.getLogger("distributed").setLevel(logging.WARNING)
    if scheduler:
        try:
            connected = distributed.Client(scheduler)
        except ValueError as error:
            raise BadParameters(f"scheduler {scheduler[:60]} is not an address: {error}.") from None
        with connected as client:
            yield client.get_executor()
        return
    here = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**here) as cluster, distributed.Client(cluster) as client:
        yield client.get_executor()
