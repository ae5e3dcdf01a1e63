"""The paper's claim that its best elite beats Mirror Situational stands beside our runs."""

from __future__ import annotations

import pytest

from analysis.papers.map_elites import best_elite, paper, run_tables

FEW = 400


def test_each_runs_best_stands_beside_the_papers_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_elite, "GAMES", FEW)
    runs = run_tables.as_published()
    table = best_elite.figure(runs, None)
    rows = [
        dict(zip([column.title for column in table.columns], row, strict=True))
        for row in table.rows
    ]
    assert [row["run"] for row in rows] == [paper.NAME, "paper-1", "paper-2", "paper-3"]
    theirs, *ours = rows
    assert (theirs["best elite"], theirs["Mirror Situational"]) == (20.33, 20.11)
    assert theirs["ahead by"] == 0.22
    assert theirs["low ahead"] is None, "the paper prints no error"
    for row in ours:
        gap = row["best elite"] - row["Mirror Situational"]  # type: ignore[operator]
        assert row["ahead by"] == pytest.approx(gap)
        assert row["low ahead"] < gap < row["high ahead"]  # type: ignore[operator]
