"""Back up and restore, in one file, the database and the folder of the generator's runs.

SQLite is copied while in use; PostgreSQL is dumped and restored by pg_dump and pg_restore.
"""

import lzma
import os
import sqlite3
import subprocess
import tarfile
import zlib
from contextlib import closing, suppress
from pathlib import Path, PurePosixPath
from stat import S_IMODE
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.db import connection

from agents.runs.storage import PRIVATE, replacing

UNREADABLE = (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError, tarfile.TarError)
"""The exceptions of reading a damaged tar file, compressed or not."""
SQLITE, POSTGRES, RUNS = "database.sqlite3", "database.dump", "runs"


class BadBackup(Exception):
    """A backup or restore failed; the message is shown to the operator."""


def backup(file: Path) -> None:
    """Write the site's database and the folder of the generator's runs to a new tar file, which its
    owner alone may read: it holds password hashes, sessions and secrets.

    Raise BadBackup, leaving no partial file, if the file exists or cannot be written, or the
    database cannot be dumped.
    """
    if file.exists():
        raise BadBackup(f"{file} exists already; choose another name.")
    try:
        # Beside the file, where there is room for it.
        with TemporaryDirectory(prefix=f".{file.name}.", dir=file.parent) as folder:
            dump, whole = _dump(Path(folder)), Path(folder) / "whole.tar"
            # Files in place of links, which may lead to other disks: `restore` takes no links.
            with tarfile.open(whole, "w", dereference=True) as archive:
                archive.add(dump, dump.name)
                _add(archive, Path(settings.RUNS_DIR), RUNS)
            whole.chmod(PRIVATE)
            whole.replace(file)
    except OSError as error:
        raise BadBackup(f"Cannot write {file}: {error.strerror or error}") from error


def _add(archive: tarfile.TarFile, place: Path, name: str) -> None:
    """Add a file or folder to a backup as `name`; skip what is missing: a running generator deletes
    temporary files at any time.
    """
    with suppress(FileNotFoundError):
        archive.add(place, name, recursive=False)
        for one in sorted(place.iterdir()) if place.is_dir() else ():
            _add(archive, one, f"{name}/{one.name}")


def _plain(archive: tarfile.TarFile, file: Path) -> list[tarfile.TarInfo]:
    """Return the members of a backup. Raises BadBackup if one is a link or a device, or leaves the
    folder it is extracted to.
    """
    members = archive.getmembers()
    for one in members:
        path = PurePosixPath(one.name)
        if not (one.isreg() or one.isdir()) or path.is_absolute() or ".." in path.parts:
            raise BadBackup(f"{file} is no backup: it holds {one.name!r}.")
    return members


def restore(file: Path) -> None:
    """Replace the site's database with that of a backup file, and copy the runs in the backup into
    the folder of the generator's runs, where they overwrite files with the same name. The runs keep
    the permissions they had and get the owner of that folder, if this process may set it.

    Stop the site first. Raises BadBackup, with nothing changed, if the file cannot be restored, or
    with the database replaced if a run's file cannot be written.
    """
    with TemporaryDirectory() as folder:
        try:
            with tarfile.open(file) as archive:
                # Not `filter="data"`: Debian 12's own Python 3.11.2 does not know it.
                archive.extractall(folder, _plain(archive, file))
        except UNREADABLE as error:
            raise BadBackup(
                f"Cannot read {file}: {str(error).splitlines()[0].rstrip(':')}"
            ) from error
        dump = Path(folder) / (SQLITE if connection.vendor == "sqlite" else POSTGRES)
        if not dump.is_file():
            raise BadBackup(f"{file} is no backup of a {connection.vendor} database.")
        _restore(dump)
        _restore_runs(Path(folder) / RUNS, Path(settings.RUNS_DIR))


def _restore_runs(runs: Path, home: Path) -> None:
    for source in [runs, *sorted(runs.rglob("*"))] if runs.is_dir() else ():
        place, mode = home / source.relative_to(runs), S_IMODE(source.stat().st_mode)
        try:
            if source.is_dir():
                place.mkdir(mode, parents=True, exist_ok=True)
            else:
                with replacing(place, mode) as file:
                    file.write(source.read_bytes())
            with suppress(PermissionError):
                os.chown(place, home.stat().st_uid, home.stat().st_gid)
        except OSError as error:
            raise BadBackup(
                f"The database is restored, but not all runs: cannot write {place} "
                f"({error.strerror}). Mend that and restore again."
            ) from error


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
        # One transaction: on failure the old contents remain.
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
        try:
            source.backup(ours)
        except sqlite3.Error as error:
            raise BadBackup(f"Cannot write {name}: {error}.") from error


def _run(program: str, *arguments: str) -> None:
    database: dict[str, Any] = connection.settings_dict
    environment = os.environ | {
        "PGDATABASE": str(database["NAME"]),
        "PGUSER": str(database["USER"]),
        "PGPASSWORD": str(database["PASSWORD"]),
        "PGHOST": str(database["HOST"]),
        "PGPORT": str(database["PORT"] or 5432),
    }
    try:
        subprocess.run(
            [program, *arguments], env=environment, check=True, capture_output=True, text=True
        )
    except FileNotFoundError as error:
        raise BadBackup(f"{program} is missing: install PostgreSQL's client.") from error
    except subprocess.CalledProcessError as error:
        raise BadBackup(f"{program} failed: {error.stderr.strip()}") from error
