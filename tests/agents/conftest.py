"""What the tests of agents share."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings

from agents.generator import run
from agents.generator.remeasure import remeasure


@pytest.fixture
def torch() -> Any:
    """PyTorch, which takes seconds to import and may not be here."""
    return pytest.importorskip("torch", reason="no PyTorch here (make train-setup)")


@pytest.fixture
def small_runs(settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of this test for its runs, whose elites are re-measured over few games."""
    settings.RUNS_DIR = str(tmp_path)
    monkeypatch.setattr(run, "remeasure", partial(remeasure, games=10, best_games=20))
    return tmp_path
