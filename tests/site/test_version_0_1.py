"""A database and a backup of version 0.1 are brought to the tables of today with all their games.

`version_0_1.sql` is a dump of such a database: a finished game, a running one, and an experiment.
"""

import os
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DUMP = Path(__file__).with_name("version_0_1.sql")
SHOW = """
from analysis.models import AgentKey, Study, Trace
from game.tables.state import load
for slug in ("finished", "running"):
    state = load(slug)
    print(slug, len(state.moves), state.over)
print(Study.objects.get().title, Trace.objects.count(), AgentKey.objects.count())
"""

pytestmark = pytest.mark.long


def manage(database: Path, *arguments: str, script: str = "") -> str:
    """Run `manage.py` on this database in a process of its own and return its output."""
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{database}",
        "RUNS_DIR": f"{database}-runs",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment,
        input=script,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def database_of_0_1(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(DUMP.read_text())


def games_of(database: Path) -> str:
    return manage(database, "shell", "-v0", script=SHOW)


EXPECTED = "finished 72 True\nrunning 0 False\nTwo partners 1 0\n"


def test_a_database_of_version_0_1_migrates_with_its_games(tmp_path: Path) -> None:
    database = tmp_path / "site.sqlite3"
    database_of_0_1(database)
    manage(database, "migrate", "-v0")
    assert games_of(database) == EXPECTED


def test_a_backup_of_version_0_1_is_restored_and_migrates(tmp_path: Path) -> None:
    database_of_0_1(tmp_path / "database.sqlite3")
    with tarfile.open(tmp_path / "backup.tar", "w") as archive:
        archive.add(tmp_path / "database.sqlite3", "database.sqlite3")
    database = tmp_path / "new.sqlite3"
    manage(database, "migrate", "-v0")
    manage(database, "restore", str(tmp_path / "backup.tar"), "--replace")
    manage(database, "migrate", "-v0")
    assert games_of(database) == EXPECTED
