"""One file with everything that cannot be made again: the database and the generator's runs.

SQLite is copied while it is in use; PostgreSQL by its own pg_dump and pg_restore.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import tarfile
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.db import connection

SQLITE, POSTGRES, RUNS = "database.sqlite3", "database.dump", "runs"


class BadBackup(Exception):
    """In words, for whoever backs up or restores."""


def backup(file: Path) -> None:
    """Write the backup. Raises BadBackup; then there is no new file."""
    if file.exists():
        raise BadBackup(f"{file} is there already.")
    unfinished = file.with_name(f".{file.name}.part")
    try:
        with TemporaryDirectory(dir=file.parent) as folder:
            dump = _dump(Path(folder))
            with tarfile.open(unfinished, "w") as archive:
                archive.add(dump, dump.name)
                if (runs := Path(settings.RUNS_DIR)).is_dir():
                    archive.add(runs, RUNS)
        unfinished.replace(file)
    except OSError as error:
        raise BadBackup(f"Cannot write {file}: {error}") from error
    finally:
        unfinished.unlink(missing_ok=True)


def restore(file: Path) -> None:
    """Put a backup in place of what the database holds, and its runs beside those that are here.
    Stop the site first. Raises BadBackup; then nothing was changed."""
    with TemporaryDirectory() as folder:
        try:
            with tarfile.open(file) as archive:
                archive.extractall(folder, filter="data")
        except (OSError, tarfile.TarError) as error:
            raise BadBackup(f"Cannot read {file}: {error}") from error
        dump = Path(folder) / (SQLITE if connection.vendor == "sqlite" else POSTGRES)
        if not dump.is_file():
            raise BadBackup(f"{file} is no backup of a {connection.vendor} database.")
        _restore(dump)
        runs = Path(folder) / RUNS
        for found in sorted(runs.rglob("*")) if runs.is_dir() else ():
            if found.is_file():
                place = Path(settings.RUNS_DIR) / found.relative_to(runs)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(found.read_bytes())


def _dump(folder: Path) -> Path:
    if connection.vendor == "sqlite":
        dump = folder / SQLITE
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(dump)])
        return dump
    dump = folder / POSTGRES
    _run("pg_dump", "--format=custom", "--no-owner", f"--file={dump}")
    return dump


def _restore(dump: Path) -> None:
    if connection.vendor != "sqlite":
        # One transaction: all of it, or what was there before.
        _run("pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction",
             f"--dbname={connection.settings_dict['NAME']}", str(dump))  # fmt: skip
        return
    name = str(connection.settings_dict["NAME"])
    connection.close()
    with closing(sqlite3.connect(dump)) as source, closing(sqlite3.connect(name)) as ours:
        try:
            whole = source.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        except sqlite3.DatabaseError:
            whole = False
        if not whole:
            raise BadBackup(f"{dump.name} in the backup is damaged.")
        source.backup(ours)


def _run(program: str, *arguments: str) -> None:
    told: dict[str, Any] = connection.settings_dict
    environment = os.environ | {
        "PGDATABASE": str(told["NAME"]),
        "PGUSER": str(told["USER"]),
        "PGPASSWORD": str(told["PASSWORD"]),
        "PGHOST": str(told["HOST"]),
        "PGPORT": str(told["PORT"] or 5432),
    }
    try:
        subprocess.run(
            [program, *arguments], env=environment, check=True, capture_output=True, text=True
        )
    except FileNotFoundError as error:
        raise BadBackup(f"{program} is missing: install PostgreSQL's client.") from error
    except subprocess.CalledProcessError as error:
        raise BadBackup(f"{program} failed: {error.stderr.strip()}") from error
