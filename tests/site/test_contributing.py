"""The worked examples of `docs/contributing.md` work as they stand, on a copy of the repository."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "contributing.md").read_text()
EXAMPLES = dict(re.findall(r"^## (Add .+?)\n(.*?)(?=^## |\Z)", TEXT, re.M | re.S))
FILE = re.compile(r"^--- (\S+)\n\+\+\+ (\S+)\n(.*?)(?=^--- |\Z)", re.M | re.S)
BLOCK = re.compile(r"^```(diff|sh)\n(.*?)^```$", re.M | re.S)
TOOLS = ("clang-format", "lint-imports", "mypy", "ruff")
MINUTES = 60
COMPILED = Path(sys.pycache_prefix or ROOT / "build" / "pycache")
HERE = ROOT.relative_to("/")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The tracked files as they are now, with this machine's environment and built core."""
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tmp_path / name)
    for core in (ROOT / "native").glob("_core*.so"):
        shutil.copy(core, tmp_path / "native")
    # Not a link to the environment, whose every package would be compiled anew under another name.
    tools = tmp_path / ".venv" / "bin"
    tools.mkdir(parents=True)
    for name, call in {
        "python": sys.executable,
        **{name: str(Path(sys.executable).with_name(name)) for name in TOOLS},
    }.items():
        (tools / name).write_text(f'#!/bin/sh\nexec {call} "$@"\n')
        (tools / name).chmod(0o755)
    for cache in (".mypy_cache", "tests/js/node_modules"):
        if (ROOT / cache).is_dir():
            shutil.copytree(ROOT / cache, tmp_path / cache, symlinks=True)
    # What this machine compiled serves the copy too: its files have the same sizes and times.
    built = tmp_path / "build" / "pycache"
    for folder, place in ((COMPILED, built), (COMPILED / HERE, built / tmp_path.relative_to("/"))):
        if folder.is_dir():
            shutil.copytree(folder, place, copy_function=os.symlink, dirs_exist_ok=True)
    return tmp_path


def change(folder: Path, diff: str) -> None:
    """Make the changes of a diff whose hunks carry no line numbers: what stands there is found by
    its own lines."""
    for old, new, hunks in re.findall(
        r"^--- (\S+)\n\+\+\+ (\S+)\n(.*?)(?=^--- |\Z)", diff, re.M | re.S
    ):
        file = folder / new.removeprefix("b/")
        if old == "/dev/null":
            file.write_text("".join(f"{line[1:]}\n" for line in hunks.splitlines()[1:]))
            continue
        text = file.read_text()
        for hunk in re.split(r"^@@\n", hunks, flags=re.M)[1:]:
            lines = hunk.splitlines()
            before = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "+")
            after = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "-")
            assert text.count(before) == 1, f"once in {file.name}, please:\n{before}"
            text = text.replace(before, after)
        file.write_text(text)


def test_there_are_four_examples() -> None:
    assert list(EXAMPLES) == ["Add a rule", "Add an agent", "Add a measure", "Add a page"]


def run(copy: Path, command: str) -> None:
    """Run a line of the document in the copy. It must succeed."""
    without = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    variables = {name: value for name, value in os.environ.items() if name not in without}
    variables["PYTHONPYCACHEPREFIX"] = f"{copy}/build/pycache"
    ran = subprocess.run(
        ["bash", "-c", command],
        cwd=copy,
        env=variables | {"DATABASE_URL": f"sqlite:///{copy}/site.sqlite3"},
        capture_output=True,
        text=True,
        timeout=60 * MINUTES,
    )
    assert ran.returncode == 0, f"{command}\n{ran.stdout[-4000:]}\n{ran.stderr[-2000:]}"


def test_the_four_examples_the_rebuild_and_the_quick_tests_work_as_written(copy: Path) -> None:
    """All four changes at once; no test is edited, and those of the copy stay green."""
    for text in EXAMPLES.values():
        for kind, block in BLOCK.findall(text):
            if kind == "diff":
                change(copy, block)
                continue
            for command in block.splitlines():
                run(copy, command)
    for mark in (".made", ".installed", ".developing", ".built"):
        (copy / ".venv" / mark).touch()
    run(copy, "git init --quiet && git add --all && .venv/bin/python manage.py rebuild")
    run(copy, ".venv/bin/python manage.py rebuild --check")
    # `make test` runs the quick tests here alone, so properties are tried on all their examples.
    # JavaScript's tests, which no example changes, have run before.
    run(copy, "make --old-file=test-js test-fast HYPOTHESIS_PROFILE=patient")
