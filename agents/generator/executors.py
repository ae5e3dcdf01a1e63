"""Where batches are played: here on threads, or on the machines of a Dask cluster."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from agents.archives.errors import BadParameters

EXECUTORS = ("threads", "dask")


@contextmanager
def executor(
    kind: str = "threads", threads: int | None = None, scheduler: str = ""
) -> Iterator[Executor]:
    """An executor of this kind. What is not begun when the block is left is dropped.

    `scheduler` is the address of a Dask cluster; without one, Dask starts `threads` worker
    processes here. Raises BadParameters, in words.
    """
    if kind not in EXECUTORS:
        raise BadParameters(f"executor must be {' or '.join(EXECUTORS)}, not {kind[:40]}.")
    workers = len(os.sched_getaffinity(0)) if threads is None else threads
    if not 1 <= workers <= 1024:
        raise BadParameters(f"threads must be from 1 to 1024, not {workers}.")
    if kind == "dask":
        with _dask(workers, scheduler) as pool:
            yield pool
        return
    with ThreadPoolExecutor(workers) as pool:
        try:
            yield pool
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _dask(workers: int, scheduler: str) -> Iterator[Executor]:
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise BadParameters(
            "The executor dask needs optional packages; here they come with: pip install '.[dask]'."
        ) from None
    # A cluster tells every coming and going of its parts.
    logging.getLogger("distributed").setLevel(logging.WARNING)
    if scheduler:
        try:
            connected = distributed.Client(scheduler)
        except ValueError as error:
            raise BadParameters(f"scheduler {scheduler[:60]} is no address: {error}.") from None
        with connected as client:
            yield client.get_executor()
        return
    here = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**here) as cluster, distributed.Client(cluster) as client:
        yield client.get_executor()
