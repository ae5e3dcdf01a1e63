"""The core without Python, built with the sanitizers and the leak check."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from native._build import HERE, sources

pytestmark = pytest.mark.slow

FLAGS = "-std=c11 -O1 -g -Wall -Wextra -Werror -fsanitize=address,undefined"
HARD = {
    "ASAN_OPTIONS": "detect_leaks=1:abort_on_error=0",
    "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("gcc")
    if not compiler:
        pytest.skip("There is no gcc, so nothing can be built with the sanitizers.")
    program = tmp_path_factory.mktemp("alone") / "alone"
    source = Path(__file__).with_name("alone.c")
    files = [str(HERE.parent / name) for name in sources()]
    subprocess.run(
        [compiler, *FLAGS.split(), f"-I{HERE}", str(source), *files, "-lm", "-o", str(program)],
        check=True,
    )
    return program


@pytest.mark.parametrize("seed", range(3))
def test_the_core_plays_any_rules_and_bytes_without_a_fault_or_a_leak(
    program: Path, seed: int
) -> None:
    run = subprocess.run(
        [str(program), str(seed), "1500"],
        env=os.environ | HARD,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 300
