"""The package answers in a plain Python process, far from manage.py and the clone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from agents.runs import storage

pytestmark = pytest.mark.long

HERE = Path(__file__).resolve().parents[2]


def python(code: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    without = {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**without, "PYTHONPATH": str(HERE), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_notebook_needs_no_settings(tmp_path: Path) -> None:
    code = (
        "import hanabi_lab as hl\n"
        "frame = hl.play('rules:focus', 'rules:piers', games=1000, seed=1).to_frame()\n"
        "print(len(frame), frame.stacks.mean() > 10)\n"
        "print(hl.play('elite:paper-1/9,16', games=10).seats[0], 'improved-1' in hl.archives())\n"
    )
    done = python(code, tmp_path)
    assert done.stdout == "1000 True\nelite:paper-1/9,16 True\n", done.stderr
    assert not list(tmp_path.iterdir())


def test_runs_lie_where_the_environment_says(tmp_path: Path) -> None:
    source = HERE / "agents" / "archives" / "demo" / "paper-1" / "archive.json"
    (tmp_path / "mine").mkdir()
    text = source.read_text().replace('"run": "paper-1"', '"run": "mine"')
    (tmp_path / "mine" / "archive.json").write_text(text)
    code = "import hanabi_lab as hl; print(hl.archive('mine').name)"
    done = python(code, tmp_path, RUNS_DIR=str(tmp_path))
    assert done.stdout == "mine\n", done.stderr


def test_a_missing_package_is_named_with_how_to_install_it(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "sys.modules['pandas'] = sys.modules['pyarrow'] = None\n"
        "import hanabi_lab as hl\n"
        "games = hl.play('rules:piers', games=3)\n"
        "print(len(list(games.rows())))\n"
        "for ask in (games.to_frame, lambda: games.save('games.parquet')):\n"
        "    try:\n"
        "        ask()\n"
        "    except hl.BadTable as error:\n"
        "        print(error)\n"
    )
    done = python(code, tmp_path)
    lines = done.stdout.splitlines()
    assert lines[0] == "3", done.stderr
    assert "pip install 'hanabi-lab[pandas]'" in lines[1]
    assert "pip install 'hanabi-lab[parquet]'" in lines[2]
    assert not list(tmp_path.iterdir())


def test_importing_the_package_loads_no_django(tmp_path: Path) -> None:
    code = (
        "import sys, hanabi_lab as hl\n"
        "print(bool(hl.__version__), [name for name in hl.__all__ if not hasattr(hl, name)])\n"
        "print({'channels', 'django', 'django_tasks'} & set(sys.modules))\n"
    )
    done = python(code, tmp_path)
    assert done.stdout == "True []\nset()\n", done.stderr


def test_without_a_clone_runs_lie_in_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "CLONE", tmp_path / "no clone")
    monkeypatch.setattr(storage, "_chosen", None)
    monkeypatch.delenv("RUNS_DIR", raising=False)
    monkeypatch.chdir(tmp_path)
    assert storage.runs_dir() == tmp_path / "runs"
