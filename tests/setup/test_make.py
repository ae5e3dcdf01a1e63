"""`make`: what it explains, what it refuses, and how little it does the second time."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Writes what it was asked for, or finds no PyTorch where the address does not say so.
UV = """#!/bin/sh
case "$*" in
*torch.txt*has-torch*) ;;
*torch.txt*) echo "error: there is no version of torch" >&2; exit 1 ;;
esac
echo made >"$(expr "$*" : '.*--output-file \\([^ ]*\\)')"
"""


def make(
    *arguments: str, folder: Path = ROOT, tools: Path | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "--no-print-directory", *arguments],
        cwd=folder,
        env=os.environ | ({"PATH": f"{tools}:{os.environ['PATH']}"} if tools else {}),
        capture_output=True,
        text=True,
        timeout=600,
    )


@pytest.fixture
def fresh_clone(tmp_path: Path) -> Path:
    for name in ("Makefile", "requirements.txt", "requirements-dev.txt"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def test_help_explains_every_target() -> None:
    targets = re.search(r"\.PHONY: ((?:.*\\\n)*.*)", (ROOT / "Makefile").read_text())
    explained = {line.split()[0] for line in make("help").stdout.splitlines()}
    assert explained == set(targets[1].replace("\\", "").split())


@pytest.mark.long
@pytest.mark.parametrize(
    ("variable", "complaint"),
    [("PYTHON=python9.9", "found no python9.9"), ("CC=no-such-cc", "found no no-such-cc")],
)
def test_a_missing_tool_is_refused_with_its_remedy(
    fresh_clone: Path, variable: str, complaint: str
) -> None:
    refusal = make("setup", variable, folder=fresh_clone)
    assert refusal.returncode != 0
    assert complaint in refusal.stderr
    assert "apt install python3.11" in refusal.stderr
    assert not (fresh_clone / ".venv").exists()


@pytest.mark.slow
def test_a_second_setup_finds_nothing_to_do() -> None:
    make("setup")
    assert "Nothing to be done" in make("setup").stdout


@pytest.mark.parametrize(
    "name", ["requirements.txt", "requirements-dev.txt", "requirements-mutation.txt"]
)
def test_a_lock_names_no_package_index(name: str) -> None:
    lock = (ROOT / name).read_text()
    assert not re.search(r"^--|://", lock, re.MULTILINE)
    assert lock.count("==") == len(re.findall(r"== ?\S+ \\\n    --hash=sha256:", lock))


def test_a_lock_without_pytorch_is_made_but_for_learning_and_says_so(
    fresh_clone: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    tools = tmp_path_factory.mktemp("tools")
    (tools / "uv").write_text(UV)
    (tools / "uv").chmod(0o755)
    done = make("lock", "TORCH_INDEX=https://empty", folder=fresh_clone, tools=tools)
    assert done.returncode != 0
    assert re.search(r"requirements-train.txt is as it was.* nor in https://empty", done.stderr)
    for name in ("", "-dev", "-server", "-mutation"):
        assert (fresh_clone / f"requirements{name}.txt").read_text() == "made\n"
    assert not (fresh_clone / "requirements-train.txt").exists()

    done = make("lock", "TORCH_INDEX=https://has-torch", folder=fresh_clone, tools=tools)
    assert done.returncode == 0
    assert (fresh_clone / "requirements-train.txt").read_text() == "made\n"
