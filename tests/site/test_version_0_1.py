"""A database and a backup of version 0.1 are brought to the tables of today with all their games.

`version_0_1.sql` is a dump of such a database: a finished game, a running one, and an experiment.
"""

import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path

import pytest

from tests.serving import ServedSite

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


def database_of_0_1(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(DUMP.read_text())


EXPECTED = "finished 72 True\nrunning 0 False\nTwo partners 1 0\n"


def test_a_database_of_version_0_1_migrates_with_its_games(tmp_path: Path) -> None:
    database_of_0_1(tmp_path / "site.sqlite3")
    site = ServedSite(tmp_path, number=1)
    site.manage("migrate", "-v0")
    assert site.manage("shell", "-v0", "-c", SHOW) == EXPECTED


def test_a_backup_of_version_0_1_is_restored_and_migrates(tmp_path: Path) -> None:
    database_of_0_1(tmp_path / "database.sqlite3")
    with tarfile.open(tmp_path / "backup.tar", "w") as archive:
        archive.add(tmp_path / "database.sqlite3", "database.sqlite3")
    site = ServedSite(tmp_path)
    site.manage("restore", str(tmp_path / "backup.tar"), "--replace")
    site.manage("migrate", "-v0")
    assert site.manage("shell", "-v0", "-c", SHOW) == EXPECTED
