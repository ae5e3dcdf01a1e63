"""The core without Python, with the sanitizers and the leak check."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from native._build import HERE, sources

pytestmark = pytest.mark.slow

ROOT = HERE.parent
BUILD = ["--build-base", "build/sanitizing", "--build-lib", "build/sanitized"]
FLAGS = "-std=c11 -O1 -g -Wall -Wextra -Werror -fsanitize=address,undefined"
HARD = {
    "ASAN_OPTIONS": "detect_leaks=1:abort_on_error=0",
    "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
}


@pytest.fixture
def program(tmp_path: Path) -> Path:
    compiler = shutil.which("gcc")
    if not compiler:
        pytest.skip("There is no gcc, so nothing can be built with the sanitizers.")
    # Where `make test-native` built them already, they are only looked at.
    subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build", *BUILD],
        cwd=ROOT,
        env=os.environ | {"HANABI_BUILD": "sanitized"},
        check=True,
    )
    program = tmp_path / "alone"
    [objects] = (ROOT / "build" / "sanitizing").glob("temp.*")
    files = [Path(__file__).with_name("alone.c"), *(objects / name for name in sources())]
    built = [str(file.with_suffix(".o")) for file in files[1:]]
    subprocess.run(
        [compiler, *FLAGS.split(), f"-I{HERE}", str(files[0]), *built, "-lm", "-o", str(program)],
        check=True,
    )
    return program


def test_the_core_plays_any_rules_and_bytes_without_a_fault_or_a_leak(program: Path) -> None:
    for seed in range(3):
        run = subprocess.run(
            [str(program), str(seed), "1500"],
            env=os.environ | HARD,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        assert int(run.stdout) > 300
