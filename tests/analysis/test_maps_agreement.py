"""Which elites a map shows as alike: by their genes while their actions are not compared."""

from __future__ import annotations

import msgspec
import pytest

from agents.archives import Archive, runs
from analysis.maps.layers import NOTES, layer


@pytest.fixture
def few() -> Archive:
    """Three elites of four genes, of which the second scores most."""
    changed = msgspec.structs.replace
    whole = runs.load("paper-1")
    genes = [(1, 1, 1, 1), (1, 1, 1, 2), (2, 1, 2, 2)]
    cells = [
        changed(cell, genes=some, remeasured=None, stored=changed(cell.stored, objective=score))
        for cell, some, score in zip(whole.valid, genes, (5.0, 9.0, 7.0), strict=False)
    ]
    return changed(whole, cells=tuple(cells))


def test_elites_are_as_alike_as_their_genes_are_the_same(few: Archive) -> None:
    first, best, last = [(cell.row, cell.column) for cell in few.cells]
    found = layer("agreement", few, None)
    assert found is not None
    assert found.title == f"Agreement with cell {best[0]},{best[1]}"
    assert found.values == {first: 0.75, best: 1.0, last: 0.5}
    assert (found.note, found.games, found.command) == (NOTES["agreement"], 0, "")
    to_last = layer("agreement", few, None, last)
    assert to_last is not None
    assert to_last.title == f"Agreement with cell {last[0]},{last[1]}"
    assert to_last.values == {first: 0.25, best: 0.5, last: 1.0}


def test_nobody_is_like_an_elite_that_is_not_there(few: Archive) -> None:
    for archive, place in ((few, (99, 99)), (msgspec.structs.replace(few, cells=()), None)):
        found = layer("agreement", archive, None, place)
        assert found is not None
        assert (found.title, found.values) == ("Agreement", {})
