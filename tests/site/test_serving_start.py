"""A process for figures gives way to the tables, and plays at none."""

import os
import time
from pathlib import Path

import pytest

from tests.serving import ServedSite

BOTS_ALONE = """
from game.tables.changes import SeatPlan, create
create([SeatPlan(address="rules:iggi"), SeatPlan(address="rules:iggi")], None, delay=0)
"""
MOVES = "SELECT count(*) FROM game_move"


class ForStudy(ServedSite):
    options = ["--study"]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.django_db
def test_a_process_for_figures_gives_way_and_leaves_bots_to_the_tables_process(
    tmp_path: Path,
) -> None:
    study = ForStudy(tmp_path)
    study.manage("shell", "-v", "0", "-c", BOTS_ALONE)
    with study:
        assert study.process
        pid = study.process.pid
        assert os.sched_getscheduler(pid) == os.SCHED_IDLE
        assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)
        time.sleep(1)
        assert study.query(MOVES) == [(0,)]
    with ServedSite(tmp_path, number=1) as tables:
        by = time.monotonic() + 60
        while tables.query(MOVES) == [(0,)]:
            assert time.monotonic() < by, "nobody plays"
            time.sleep(0.05)
