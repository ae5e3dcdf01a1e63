"""On PostgreSQL a backup is made and restored by its own programs, all of it or nothing."""

import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import LazySettings

from hanabi_site.operations import backup
from hanabi_site.operations.backup import BadBackup

LOGIN = {"NAME": "games", "USER": "me", "PASSWORD": "secret", "HOST": "db", "PORT": 5433}


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch, settings: LazySettings, tmp_path: Path) -> list[Any]:
    """The programs that were run; the one that dumps writes a file."""
    calls: list[Any] = []

    def run(command: list[str], **told: Any) -> None:
        calls.append((command, told))
        for argument in command:
            if command[0] == "pg_dump" and argument.startswith("--file="):
                Path(argument.removeprefix("--file=")).write_text("a dump")

    settings.RUNS_DIR = str(tmp_path / "no-runs")
    told = SimpleNamespace(vendor="postgresql", settings_dict=LOGIN)
    monkeypatch.setattr(backup, "connection", told)
    monkeypatch.setattr(backup.subprocess, "run", run)
    return calls


def test_postgresql_is_restored_in_one_transaction_without_the_password_as_argument(
    ran: list[Any], tmp_path: Path
) -> None:
    backup.backup(tmp_path / "b.tar")
    backup.restore(tmp_path / "b.tar")
    command, told = ran[1]
    assert {"pg_restore", "--clean", "--single-transaction", "--dbname=games"} <= {*command}
    assert (told["env"]["PGPASSWORD"], "secret" in " ".join(command)) == ("secret", False)


def test_a_database_of_another_kind_is_refused(
    ran: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup.backup(tmp_path / "b.tar")
    monkeypatch.setattr(backup.connection, "vendor", "sqlite")
    with pytest.raises(BadBackup, match=r"b\.tar is no backup of a sqlite database\.$"):
        backup.restore(tmp_path / "b.tar")


def test_a_missing_or_failing_program_is_reported_and_leaves_no_file(
    ran: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: Any, **__: Any) -> None:
        raise FileNotFoundError("pg_dump")

    def fails(command: list[str], **_: Any) -> None:
        raise subprocess.CalledProcessError(1, command, stderr=" no such role\n")

    for way, told in (
        (missing, "pg_dump is missing: install PostgreSQL's client."),
        (fails, "pg_dump failed: no such role"),
    ):
        monkeypatch.setattr(backup.subprocess, "run", way)
        with pytest.raises(BadBackup) as refusal:
            backup.backup(tmp_path / "b.tar")
        assert str(refusal.value) == told
        assert list(tmp_path.iterdir()) == []
