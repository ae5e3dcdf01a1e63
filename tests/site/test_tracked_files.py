"""What lies in the repository: few large files, each for a reason."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LARGE = 1_000_000
"""Bytes from which a file must be on the list."""
ALLOWED = {
    "agents/learning/demo/base-4p-10m/policy.npz": "the learner of the study with four players",
    "agents/learning/demo/base-3p-10m-2/policy.npz": "the learner of the study with three players",
    "static/vendor/plotly/plotly.min.js": "draws the figures",
}
"""Large files, and what each is for."""


def tracked() -> list[Path]:
    """Every file under version control that is there."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("This is no clone.")
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    return [path for name in names.split("\0") if name and (path := ROOT / name).is_file()]


def test_no_file_over_a_megabyte_is_added_that_a_command_can_make_again() -> None:
    large = {f"{path.relative_to(ROOT)}" for path in tracked() if path.stat().st_size > LARGE}
    new = sorted(large - set(ALLOWED))
    assert not new, (
        f"Larger than {LARGE:,} bytes: {', '.join(new)}. Ship the command that makes it, or a "
        f"smaller file; if nothing else will do, add it to ALLOWED with its reason."
    )
    assert not set(ALLOWED) - large, "ALLOWED names files that are not large or not there."


@pytest.mark.parametrize(
    ("folder", "most"), [(".", 30_000_000), ("agents/learning/demo", 8_000_000)]
)
def test_a_clone_stays_small(folder: str, most: int) -> None:
    here = [path for path in tracked() if path.is_relative_to(ROOT / folder)]
    assert sum(path.stat().st_size for path in here) <= most
