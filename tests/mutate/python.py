"""Mutations of Python by Cosmic Ray: one session a file, only of lines that changed."""

import subprocess
import sys
from pathlib import Path

from tests.mutate.changed import ROOT, git, nearest_tests

FOLDER = ROOT / "build" / "mutating"
CONFIG = """
[cosmic-ray]
module-path = ["{path}"]
timeout = 300.0
test-command = "{python} -m pytest -q -x -p no:cacheprovider -m 'not slow and not e2e' {tests}"

[cosmic-ray.distributor]
name = "local"

[cosmic-ray.filters.git-filter]
branch = "{base}"
"""


def report(path: str, base: str) -> str:
    """Mutates a file's changed lines in place and tells which changes no test noticed."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    name = path.replace("/", "-")
    config, session = FOLDER / f"{name}.toml", FOLDER / f"{name}.sqlite"
    tests = " ".join(nearest_tests(path))
    config.write_text(CONFIG.format(path=path, python=sys.executable, tests=tests, base=base))
    try:
        _run("cosmic-ray", "init", "--force", str(config), str(session))
        _run("cr-filter-git", str(session), "--config", str(config))
        _run("cosmic-ray", "exec", str(config), str(session))
        return _run("cr-report", str(session), "--show-diff", "--surviving-only")
    finally:
        git("checkout", "--", path)


def _run(program: str, *arguments: str) -> str:
    found = Path(sys.executable).with_name(program)
    return subprocess.run(
        [found, *arguments], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
