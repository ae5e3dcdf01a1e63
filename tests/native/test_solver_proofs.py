"""Each proof that a score is out of reach, on its own, against lines that the engine plays."""

import shutil
import subprocess
from pathlib import Path

import pytest

from native._build import HERE, sources

pytestmark = pytest.mark.native

FLAGS = "-std=c11 -O2 -Wall -Wextra -Werror"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("gcc")
    if not compiler:
        pytest.skip("There is no gcc to build the program with.")
    program = tmp_path_factory.mktemp("proofs") / "proofs"
    rooms = [name for name in sources() if name.startswith(("native/engine/", "native/solver/"))]
    files = [str(HERE.parent / name) for name in rooms if not name.endswith("whole_deals.c")]
    source = str(Path(__file__).with_name("proofs.c"))
    command = [compiler, *FLAGS.split(), f"-I{HERE}", source, *files, "-lm", "-o", str(program)]
    subprocess.run(command, check=True)
    return program


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_no_proof_refutes_a_score_that_the_engine_reaches(program: Path, seed: int) -> None:
    run = subprocess.run(
        [str(program), str(seed), "800"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 30_000
