"""A file is written whole or not at all, and what the disk refuses is told in words."""

import errno
import os
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from agents.runs.errors import BadRun, Unwritable, system_message
from agents.runs.storage import RunFolders, locked, make_folder, replace, replacing


def test_replacing_a_file_leaves_no_temporary_file(tmp_path: Path) -> None:
    for data in (b"old", b"new"):
        replace(tmp_path / "file", data)
    assert (tmp_path / "file").read_bytes() == b"new"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_file_is_synced_before_its_rename_and_the_folder_before_returning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    fsync, exchange = os.fsync, os.replace

    def synced(number: int) -> None:
        is_folder = Path(f"/proc/self/fd/{number}").resolve().is_dir()
        steps.append("folder" if is_folder else f"{os.fstat(number).st_size} bytes")
        fsync(number)

    def exchanged(source: str, target: Path) -> None:
        steps.append("exchange")
        exchange(source, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", exchanged)
    replace(tmp_path / "file", b"data")
    assert steps == ["4 bytes", "exchange", "folder"]


def full(_number: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_errors_of_the_system_are_reported_with_the_file_if_any() -> None:
    assert (
        system_message(OSError(errno.ENOENT, "No such file", "runs/x")) == "runs/x: No such file."
    )
    assert system_message(OSError("no room")) == "no room."


def test_a_full_disk_is_reported_and_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace(tmp_path / "file", b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Unwritable, match=r"file cannot be written: No space left on device\.$"):
        replace(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_folder_that_cannot_be_created_or_locked_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unwritable, match="cannot be written: Not a directory"):
        make_folder(tmp_path / "file" / "run")
    with pytest.raises(Unwritable, match="No such file"), locked(tmp_path / "nowhere"):
        pass


@pytest.mark.parametrize(
    "arguments",
    [
        ["evolve", "--run", "small", "--individuals", "10", "--threads", "1"],
        ["mwum", "small", "--games", "10"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_command_whose_folder_cannot_be_written_ends_with_a_message(
    arguments: list[str], settings: LazySettings, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    settings.RUNS_DIR = str(tmp_path / "file")
    with pytest.raises(CommandError, match="cannot be written: Not a directory") as refusal:
        call_command(*arguments)
    assert refusal.value.returncode == 2


def test_a_command_whose_disk_is_full_ends_with_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", full)
    command = ["deals", "--games", "10", "--threads", "1", "--keep", str(tmp_path / "deals.json")]
    with pytest.raises(CommandError, match="No space left on device") as refusal:
        call_command(*command)
    assert refusal.value.returncode == 2
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def folders(settings: LazySettings, tmp_path: Path) -> RunFolders:
    """Two runs of this installation, and two that came with the program."""
    settings.RUNS_DIR = str(tmp_path / "own")
    for place in ("own/mine", "own/both", "bundled/both", "bundled/theirs", "own/.hidden"):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "run.json").touch()
    (tmp_path / "own" / "empty").mkdir()
    return RunFolders("run.json", tmp_path / "bundled")


def test_own_runs_take_precedence_over_bundled_runs(folders: RunFolders, tmp_path: Path) -> None:
    assert folders.names() == ["both", "mine", "theirs"]
    assert folders.folder("both") == tmp_path / "own" / "both"
    assert folders.folder("theirs") == tmp_path / "bundled" / "theirs"
    assert folders.folder("fresh") == folders.own("fresh") == tmp_path / "own" / "fresh"
    assert not folders.exists("empty")
    assert [folders.begun_here(name) for name in ("mine", "both", "theirs")] == [True, True, False]


@pytest.mark.parametrize("name", ["", "Big", "a/b", "..", "-a", "a" * 41, "new", "a\n"])
def test_an_invalid_name_of_a_run_is_refused_with_a_message(folders: RunFolders, name: str) -> None:
    for look_up in (folders.exists, folders.folder, folders.own):
        with pytest.raises(BadRun, match=r"small letters|name of a page"):
            look_up(name)


def test_a_written_file_is_readable_by_all_users(tmp_path: Path) -> None:
    replace(tmp_path / "file", b"text")
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o644


def test_a_long_name_is_shortened_in_the_message(folders: RunFolders) -> None:
    with pytest.raises(BadRun, match=f"not “{'n' * 60}”"):
        folders.exists("n" * 100)


def test_the_longest_name_and_the_shortest_are_names(folders: RunFolders) -> None:
    for name in ("a", "7", "a" * 40, "a_b-c"):
        assert folders.own(name).name == name


def test_making_a_folder_that_exists_leaves_its_files(tmp_path: Path) -> None:
    for _ in range(2):
        make_folder(tmp_path / "runs" / "mine")
        (tmp_path / "runs" / "mine" / "file").touch()
    assert [path.name for path in (tmp_path / "runs" / "mine").iterdir()] == ["file"]


def test_a_file_being_written_is_a_hidden_file_in_the_same_folder(tmp_path: Path) -> None:
    with replacing(tmp_path / "file") as file:
        file.write(b"data")
        (beside,) = tmp_path.iterdir()
        assert beside.name.startswith(".file.")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_an_interrupt_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    replace(tmp_path / "file", b"old")
    with pytest.raises(KeyboardInterrupt), replacing(tmp_path / "file"):
        raise KeyboardInterrupt
    assert (tmp_path / "file").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_an_interrupt_just_after_a_file_was_replaced_leaves_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exchange = os.replace

    def interrupted(source: str, target: Path) -> None:
        exchange(source, target)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        replace(tmp_path / "file", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_writing_a_file_leaves_no_open_descriptor(tmp_path: Path) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        replace(tmp_path / "file", b"data")
    assert len(os.listdir("/proc/self/fd")) == before
