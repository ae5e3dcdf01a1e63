"""A backup is made while the site is up, and restores every game and run."""

import os
import re
import shutil
import stat
import tarfile
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from game.models import Move, Table
from game.tables.state import load, memory
from tests.game import played

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@pytest.fixture
def runs(settings: LazySettings, tmp_path: Path) -> Path:
    settings.RUNS_DIR = str(tmp_path / "runs")
    (tmp_path / "runs/mine").mkdir(parents=True)
    (tmp_path / "runs/mine/archive.json").write_text("{}")
    (tmp_path / "runs/mine/linked.json").symlink_to("archive.json")
    return tmp_path / "runs"


def test_a_restored_backup_has_lost_rows_and_not_later_ones(
    runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = played.finished("rules:piers", "rules:iggi", slug="before", seed="backup")
    moves = [move.text for move in before.moves.all()]
    file = tmp_path / "backup.tar"
    call_command("backup", str(file))
    megabytes = f"{file.stat().st_size / 1_000_000:,.1f} MB"
    assert capsys.readouterr().out == f"{file}: {megabytes}\n"
    Move.objects.all().delete()
    played.finished("rules:piers", "rules:iggi", slug="after", seed="backup")
    shutil.rmtree(runs)
    call_command("restore", str(file), "--replace")
    assert capsys.readouterr().out == "Restored 1 games.\n"
    memory.forget("before")
    assert [table.slug for table in Table.objects.all()] == ["before"]
    assert [move.text for move in load("before").moves] == moves
    assert load("before").over
    assert (runs / "mine/archive.json").read_text() == "{}"
    # The sequences of keys go on where they were.
    played.finished("rules:piers", "rules:iggi", slug="next", seed="backup")


def test_restoring_over_games_needs_an_explicit_option(runs: Path, tmp_path: Path) -> None:
    played.finished("rules:piers", "rules:iggi", slug="before", seed="backup")
    call_command("backup", str(tmp_path / "backup.tar"))
    with pytest.raises(CommandError, match="holds 1 games"):
        call_command("restore", str(tmp_path / "backup.tar"))


def test_a_backup_overwrites_no_other_and_leaves_no_part(runs: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup.tar"
    file.write_text("an older one")
    with pytest.raises(CommandError, match=rf"^{file} exists already; choose another name\.$"):
        call_command("backup", str(file))
    with pytest.raises(CommandError, match="Cannot write"):
        call_command("backup", str(tmp_path / "nowhere/backup.tar"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.tar", "runs"]


@pytest.mark.parametrize("content", [b"no archive", None, "empty", "damaged", "outside"])
def test_an_invalid_backup_changes_nothing(
    runs: Path, tmp_path: Path, content: bytes | str | None
) -> None:
    played.finished("rules:piers", "rules:iggi", slug="before", seed="backup")
    file = tmp_path / "backup.tar"
    if isinstance(content, bytes):
        file.write_bytes(content)
    elif content is not None:
        name = {"sqlite": "database.sqlite3"}.get(connection.vendor, "database.dump")
        (tmp_path / name).write_text("no database")
        with tarfile.open(file, "w") as archive:
            if content == "damaged":
                archive.add(tmp_path / name, name)
            if content == "outside":
                archive.add(tmp_path / name, "../outside")
    why = {
        "empty": f"^{re.escape(str(file))} is no backup of a {connection.vendor} database.$",
        "damaged": r"^database\.sqlite3 in the backup is damaged\.$|^pg_restore failed: ",
        "outside": r" is no backup: it holds '\.\./outside'\.$",
    }
    with pytest.raises(CommandError, match=why.get(str(content), "^Cannot read ")):
        call_command("restore", str(file), "--replace")
    assert Table.objects.get().slug == "before"


def test_a_backup_that_fails_half_way_leaves_no_part(
    runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[set[str]] = []

    def full(*_: object) -> None:
        seen.append({path.name for path in tmp_path.iterdir()})
        raise OSError("No space left on device")

    monkeypatch.setattr(tarfile.TarFile, "add", full)
    with pytest.raises(
        CommandError, match=r"^Cannot write .*backup\.tar: No space left on device$"
    ):
        call_command("backup", str(tmp_path / "backup.tar"))
    # All of it is written beside the file, where there is room for it.
    assert len(seen[0]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["runs"]


def test_restored_runs_are_added_to_existing_ones(runs: Path, tmp_path: Path) -> None:
    call_command("backup", str(tmp_path / "backup.tar"))
    (runs / "yours").mkdir()
    (runs / "yours/archive.json").write_text("yours")
    (runs / "mine/archive.json").write_text("later")
    call_command("restore", str(tmp_path / "backup.tar"))
    assert (runs / "yours/archive.json").read_text() == "yours"
    assert (runs / "mine/archive.json").read_text() == "{}"


def test_a_restored_secret_file_is_readable_by_its_owner_alone(runs: Path, tmp_path: Path) -> None:
    file, owner = tmp_path / "backup.tar", 4321 if os.geteuid() == 0 else os.geteuid()
    (runs / "seasons").mkdir(mode=0o700)
    (runs / "seasons/secret.json").write_text("{}")
    (runs / "seasons/secret.json").chmod(0o600)
    call_command("backup", str(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    shutil.rmtree(runs)
    runs.mkdir()
    os.chown(runs, owner, -1)
    call_command("restore", str(file))
    for name, mode in (("seasons", 0o700), ("seasons/secret.json", 0o600)):
        there = (runs / name).stat()
        assert (stat.S_IMODE(there.st_mode), there.st_uid) == (mode, owner), name


def test_a_run_that_cannot_be_written_is_named_after_the_database_is_restored(
    runs: Path, tmp_path: Path
) -> None:
    file = tmp_path / "backup.tar"
    call_command("backup", str(file))
    (runs / "mine/archive.json").unlink()
    (runs / "mine/archive.json").mkdir()
    with pytest.raises(CommandError, match=r"database is restored.*mine/archive\.json"):
        call_command("restore", str(file), "--replace")
