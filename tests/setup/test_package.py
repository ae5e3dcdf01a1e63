"""`pip install .` takes all along that agents and figures read, whichever folder it is run from."""

import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = (".py", ".pyi", ".c", ".h")


def test_every_data_file_of_the_packages_is_installed_with_them() -> None:
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    installed = {
        path.relative_to(ROOT).as_posix()
        for package, patterns in setuptools["package-data"].items()
        for pattern in patterns
        for path in (ROOT / package.replace(".", "/")).glob(pattern)
    }
    rooms = ("agents", "analysis", "game", "hanabi_lab")
    tracked = subprocess.run(
        ["git", "ls-files", "-z", *rooms], cwd=ROOT, capture_output=True, text=True, check=True
    )
    data = {
        name
        for name in tracked.stdout.split("\0")
        if name and not name.endswith((*CODE, "README.md"))
    }
    assert data - installed == set()
