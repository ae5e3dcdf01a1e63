"""Quality diversity with one's own measures: the evaluator, ask and tell, and curves."""

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hanabi_lab as hl
from agents.runs.errors import BadParameters
from analysis.maps.map_figures import curves
from tests.hanabi_lab.test_examples import example

pytestmark = pytest.mark.long


def pace(games: hl.Table) -> float:
    return float(games["turns"].mean()) / 80


def courage(games: hl.Table) -> float:
    return float(games["strikes"].mean()) / 3


def small(**options: Any) -> hl.MapElites:
    given = {"individuals": 200, "games": 5, "batch": 50, "measures": [pace, courage]} | options
    return hl.evolve(**given)


@pytest.mark.parametrize("archive", [{"archive": "grid"}, {"archive": "cvt", "cells": 30}])
def test_elites_lie_in_their_cells_and_the_best_of_a_cell_stays(archive: dict[str, Any]) -> None:
    found = small(**archive, measures=[pace, courage, "communicativeness"])
    table = found.table
    measures = np.column_stack([table[name] for name in found.evaluator.names])
    assert (found.cells(measures) == table["cell"]).all()
    if "cells" in archive:
        distances = np.linalg.norm(measures[:, None] - found.centres, axis=2)
        assert (distances.argmin(axis=1) == table["cell"]).all()
        assert found.centres.shape == (30, 3)
    place, best = int(table["cell"][0]), float(table["objective"][0])
    for score in (best - 0.5, best + 0.5):
        found.ask()
        found.tell(np.full(50, score), np.tile(measures[0], (50, 1)))
        assert found.table["objective"][found.table["cell"] == place] == max(best, score)


def test_the_seed_determines_a_run_and_its_curve() -> None:
    one, other = (small(archive="cvt", cells=20, individuals=180) for _ in range(2))
    assert list(one.table.rows()) == list(other.table.rows())
    assert list(one.curve.rows()) == list(other.curve.rows())
    assert one.curve["individuals"].tolist() == [50, 100, 150, 180]
    assert one.curve["games"][-1] == 900
    assert one.curve["coverage"][-1] == one.coverage == len(one.table["cell"])
    assert one.curve["qd_score"][-1] == pytest.approx(one.table["objective"].sum())
    assert (np.diff(one.curve["qd_score"]) >= 0).all()
    assert set(one.measured_again()["own_cell"]) <= {True, False}


def test_a_genome_of_ones_own_becomes_an_agent() -> None:
    evaluator = hl.Evaluator([pace], games=3, decode=lambda one: f"rules:{one[0]}")
    objectives, measures = evaluator([["piers"], ["legal_random"]])
    assert objectives[0] > objectives[1]
    assert measures.shape == (2, 1)
    assert evaluator.games == 6


def test_an_elite_of_an_archive_is_measured_as_in_its_archive() -> None:
    table = hl.archive("paper-1").table
    best = int(table["objective"].argmax())
    genes = np.array([int(gene) for gene in table["genes"][best].split(",")])
    objectives, measures = hl.Evaluator(games=400)(genes[None])
    assert objectives[0] == pytest.approx(table["objective"][best], abs=0.5)
    assert measures[0, 0] == pytest.approx(table["communicativeness"][best], abs=0.02)
    assert measures[0, 1] == pytest.approx(table["risk_aversion"][best], abs=0.02)


def test_an_impossible_request_is_refused_with_the_reason() -> None:
    for options, words in (
        ({"measures": ["haste"]}, "measures must be"),
        ({"measures": []}, "Give one measure or more"),
        ({"measures": [pace, pace]}, "Measures need different names: pace, pace"),
        ({"archive": "tree"}, "archive must be"),
        ({"grid": [5]}, "2 entries, one per measure, not 1"),
        ({"ranges": [(0, 1), (1, 1)]}, "a finite smallest and a larger largest value"),
        ({"algorithm": "improved"}, "Only a named run can breed by 'improved'"),
        ({"individuals": 0}, "individuals must be from 1"),
        ({"pears": 1, "apples": 2}, "A run has no setting apples"),
        ({"name": "mine"}, "Measures of your own are not stored"),
        ({"cells": 9}, "cells is for archive="),
        ({"measures": pace}, "Give one measure or more, as a list"),
        ({"measures": [partial(pace)]}, "has no name"),
        ({"players": 2.5}, "players must be a whole number, not 2.5"),
        ({"ranges": [0, 1]}, "a finite smallest and a larger largest value"),
        ({"grid": [1.5, 2]}, "grid must be a whole number, not 1.5"),
        ({"archive": "cvt", "grid": [5, 5]}, "grid is for archive="),
    ):
        with pytest.raises(BadParameters, match=words):
            small(**options)
    for options, words in (
        ({"grid": [3, 3, 3]}, "grid must be two"),
        ({"grid": "3x3"}, "grid must be two"),
        ({"measures": ["communicativeness"]}, "measures must be two"),
        ({"mode": ["clean"]}, "mode must be"),
    ):
        with pytest.raises(BadParameters, match=words):
            hl.evolve("mine", **options)
    assert "mine" not in hl.archives()
    with pytest.raises(BadParameters, match="decode must be a function, not 3"):
        hl.Evaluator(decode=3)
    with pytest.raises(BadParameters, match="individuals must be a whole number, not nan"):
        small().run(float("nan"))
    evaluator = hl.Evaluator([lambda _: "quick"], games=1)
    with pytest.raises(ValueError, match="returned 'quick', not a number"):
        evaluator(np.zeros((1, 15), int))
    with pytest.raises(ValueError, match="Genes go from 0 to 104, not 105"):
        evaluator(np.full((1, 15), 105))
    with pytest.raises(ValueError, match=r"Genomes need the shape \(candidates, 15\)"):
        evaluator(np.zeros(15, int))
    with pytest.raises(ValueError, match=r"A rule list has the shape \(15,\), not \(14,\)"):
        evaluator.play(np.zeros(14, int))
    found = hl.MapElites(evaluator)
    with pytest.raises(ValueError, match="Call ask before tell"):
        found.tell([], [])
    found.ask()
    with pytest.raises(ValueError, match=r"Objectives need the shape \(100,\)"):
        found.tell(np.zeros(3), np.zeros((100, 1)))
    with pytest.raises(ValueError, match="An objective is infinite"):
        found.tell(np.full(100, np.inf), np.zeros((100, 1)))
    with pytest.raises(ValueError, match=r"Measures need the shape \(rows, 1\), not \(1, 2\)"):
        found.cells([[0.5, 0.5]])


def test_a_stored_run_has_a_curve_and_the_page_draws_it(settings: Any, tmp_path: Path) -> None:
    settings.RUNS_DIR = str(tmp_path)
    run = hl.evolve("tiny", individuals=1_500, games=5)
    curve = run.curve
    assert curve["individuals"].tolist() == [500, 1_000, 1_500]
    assert curve["games"][-1] == run.stored.games
    assert curve["coverage"][-1] == sum(cell.stored.objective > 0 for cell in run.stored.cells)
    by_games = {figure.name: figure for figure in curves(["tiny", "paper-1"])}
    assert set(by_games) == {"qd-score-by-games", "coverage-by-games"}
    assert by_games["qd-score-by-games"].traces[0]["y"] == curve["qd_score"].tolist()
    assert not curves(["paper-1"])
    (tmp_path / "tiny" / "curve.json").write_bytes(b"[")
    with pytest.raises(hl.BadArchive, match="of the run tiny is damaged"):
        hl.archive("tiny").curve  # noqa: B018
    assert not curves(["tiny"])
    assert len(hl.archive("paper-1").curve["games"]) == 0


def test_a_pyribs_scheduler_drives_the_evaluator() -> None:
    pytest.importorskip("ribs", reason="pyribs is not here; the extra `pyribs` installs it")
    archive = example("pyribs").search(rounds=3, games=5)
    assert archive.stats.num_elites > 10
    assert archive.stats.qd_score > 0
