"""What a map shows of each cell, and what a run in the making sends to its page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from django.conf import LazySettings

from agents.archives import Archive, Measurement, Recipe, Setting, runs
from analysis.diversity.action_agreement import ActionAgreement
from analysis.maps import run_updates
from analysis.maps.layers import layer
from analysis.maps.map_figures import Square, common_scale, map_figure, own_games, squares


def measured(objective: float, spread: float | None = None, **tally: int) -> Measurement:
    return Measurement(50, objective, spread, (0.5, 0.5), tally=tally or None)


@pytest.fixture
def archive() -> Archive:
    """Three elites that score and one that does not, on two rows and five columns."""
    whole = runs.load("paper-1")
    cells = []
    for cell, (row, column, genes, found) in zip(
        whole.cells,
        [
            (0, 1, (1, 2, 3, 4), measured(2.5, 1.5, struck=10)),
            (0, 4, (1, 2, 3, 5), measured(12.49, None, struck=0)),
            (1, 0, (5, 2, 1, 4), measured(12.5, 3.0)),
            (1, 3, (7, 7, 7, 7), measured(0.0, 0.0)),
        ],
        strict=False,
    ):
        facts: dict[str, Any] = {"row": row, "column": column, "genes": genes}
        cells.append(msgspec.structs.replace(cell, stored=found, remeasured=None, **facts))
    setting = msgspec.structs.replace(Setting(), grid=(2, 5))
    recipe = Recipe("a seed", 900, initial=90)
    return Archive(
        run="r", setting=setting, recipe=recipe, individuals=300, games=9, cells=tuple(cells)
    )


def values(name: str, archive: Archive, **options: Any) -> dict[tuple[int, int], float]:
    found = layer(name, archive, None, **options)
    assert found is not None
    return dict(found.values)


def test_each_layer_has_its_own_number_and_none_where_it_is_not_known(archive: Archive) -> None:
    assert values("score", archive) == {(0, 1): 2.5, (0, 4): 12.49, (1, 0): 12.5}
    assert values("spread", archive) == {(0, 1): 1.5, (1, 0): 3.0}
    assert values("bombs", archive) == {(0, 1): 0.2, (0, 4): 0.0}
    assert layer("pairwise", archive, None) is None


def test_without_recorded_games_cells_are_alike_gene_by_gene(archive: Archive) -> None:
    best = layer("agreement", archive, None)
    assert best is not None
    assert (best.title, best.games) == ("Agreement with cell 1,0", 0)
    assert dict(best.values) == {(0, 1): 0.5, (0, 4): 0.25, (1, 0): 1}
    assert values("agreement", archive, to=(0, 1)) == {(0, 1): 1, (0, 4): 0.75, (1, 0): 0.5}
    assert values("agreement", archive, to=(0, 0)) == {}


def test_with_recorded_games_they_are_alike_turn_by_turn(archive: Archive) -> None:
    """Ten turns of two comparisons each, for the pairs 00, 01, 02, 11, 12 and 22."""
    equal = [20, 10, 5, 18, 2, 16]
    agreement = ActionAgreement(
        places=np.array([(0, 1), (0, 4), (1, 0)], np.int16),
        equal=np.array([equal, equal], np.uint32),
        turns=np.array([10, 10]),
        options=np.array([80, 80]),
        games=4,
        seed="s",
        elites="",
    )
    found = layer("agreement", archive, None, (0, 4), agreement)
    assert found is not None
    assert dict(found.values) == {(0, 1): 0.5, (0, 4): 0.9, (1, 0): 0.1}
    assert (found.games, found.seed) == (12, "s")
    assert found.command == "manage.py action_agreement r"


def test_a_small_map_has_ten_shades_from_nothing_to_25_points(archive: Archive) -> None:
    assert squares(archive) == [Square(1, 0, 1), Square(4, 0, 4), Square(0, 1, 5)]


def test_a_map_has_rows_from_the_top_and_the_games_of_its_elites(archive: Archive) -> None:
    score = layer("score", archive, None)
    assert score is not None
    figure = map_figure(archive, score, low=1.0, high=20.0)
    assert figure.rows == [
        ("0,1", 0.25, 0.3, 2.5),
        ("0,4", 0.25, 0.9, 12.49),
        ("1,0", 0.75, 0.1, 12.5),
    ]
    (trace,) = figure.traces
    assert trace["z"] == [[None, 2.5, None, None, 12.49], [12.5, None, None, None, None]]
    assert (trace["x"], trace["y"]) == ([0.1, 0.3, 0.5, 0.7, 0.9], [0.25, 0.75])
    assert (trace["zmin"], trace["zmax"]) == (1, 20)
    assert figure.layout["yaxis"]["title"]["text"] == "communicativeness"
    assert figure.layout["xaxis"]["title"]["text"] == "risk aversion"
    assert (figure.games, figure.seed, own_games(archive)) == (150, "a seed", 150)


def test_maps_that_are_compared_have_one_scale(archive: Archive) -> None:
    score, spread = layer("score", archive, None), layer("spread", archive, None)
    assert score is not None
    assert spread is not None
    assert common_scale([score, spread]) == (1.5, 12.5)
    assert common_scale([]) == (None, None)


def test_a_page_that_watches_a_run_is_sent_how_far_it_is_and_its_map(
    archive: Archive, settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RUNS_DIR = str(tmp_path)
    (tmp_path / "r").mkdir()
    monkeypatch.setattr(runs, "load", lambda _: archive)
    told = run_updates.update("r")
    assert (told["t"], told["individuals"], told["of"]) == ("run", 300, 900)
    assert told["z"] == [[None, 2.5, None, None, 12.49], [12.5, None, None, None, None]]
    assert told["summary"]["coverage"] == 3
    archive = msgspec.structs.replace(archive, recipe=None)
    assert run_updates.update("r")["of"] == 0
