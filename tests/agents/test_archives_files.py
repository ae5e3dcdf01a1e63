"""Archive files: whole, readable, and refused in words when they are not."""

import json
from pathlib import Path

import msgspec
import numpy as np
import pytest

from agents.archives import Archive, BadArchive, Cell, Measurement, Recipe, Setting, runs, summary
from agents.archives.archive import Best
from agents.archives.files import MAX_BYTES, decode, encode, read, write
from agents.archives.measuring import bins, cells, objective, spread, steady
from agents.runs.errors import BadRun
from native.play.matches import FIELDS, RESULT, Results
from native.play.measures import CERTAIN, MEASURES


def archive() -> Archive:
    tally = {name: number for number, name in enumerate(FIELDS)}
    found = Measurement(100, 4.5, 1.25, (0.26, None), tally)
    cells = (Cell(5, 0, (8, 13, 34), found, individual=7), Cell(5, 3, (8, 13, 0), found))
    return Archive(
        run="small", setting=Setting(), recipe=Recipe("1", 10, 10), individuals=10, cells=cells
    )


PLAIN = {"games": 1, "objective": 2, "spread": 0, "measures": [0, 0]}


def damaged(**changes: object) -> bytes:
    return json.dumps(json.loads(encode(archive())) | changes).encode()


def changed_cell(**changes: object) -> bytes:
    cells = json.loads(encode(archive()))["cells"]
    return damaged(cells=[cells[0] | changes, cells[1]])


def test_an_archive_is_read_unchanged(tmp_path: Path) -> None:
    write(tmp_path / "archive.json", archive())
    assert read(tmp_path / "archive.json") == archive()
    assert encode(decode(encode(archive()))) == encode(archive())


def test_an_unreadable_file_is_reported_with_a_message(tmp_path: Path) -> None:
    with pytest.raises(BadArchive) as refusal:
        read(tmp_path / "archive.json")
    assert str(refusal.value) == "archive.json cannot be read: No such file or directory."


def test_without_runs_an_unknown_runs_refusal_names_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "names", list)
    with pytest.raises(BadRun, match=r"^There is no run nowhere\. Runs: none\.$"):
        runs.load("nowhere")


def test_an_archive_file_is_json_with_a_cell_per_line() -> None:
    data = encode(archive())
    plain = json.loads(data)
    assert plain["cells"][0]["genes"] == [8, 13, 34]
    assert plain["cells"][0]["stored"]["measures"] == [0.26, None]
    assert sum(line.startswith(b'{"row"') for line in data.splitlines()) == 2


@pytest.mark.parametrize("length", [0, 1, 100, len(encode(archive())) - 3])
def test_a_truncated_archive_is_refused(length: int) -> None:
    with pytest.raises(BadArchive, match=r"not a complete archive.*\."):
        decode(encode(archive())[:length])


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x89PNG\r\n", "not a complete archive"),
        (b"[]", "not a complete archive"),
        (
            json.dumps({"format": "z" * 50, "schema": 1}).encode(),
            r"^Only a hanabi-lab archive of schema 1 to 2 can be read, not a z{40} of schema 1\.$",
        ),
        (damaged(schema=3), "schema 3"),
        (damaged(schema=0), "schema 0"),
        (damaged(surprise=1), "surprise"),
        (damaged(setting={"alphabet": "unheard"}), "alphabet must be published"),
        (damaged(setting={"grid": [0, 20]}), "grid must be from 1"),
        (damaged(setting={"measures": ["risk_aversion", "risk_aversion"]}), "differ"),
        (damaged(tally_fields=["games"]), "tally_fields"),
        (
            damaged(cells=json.loads(encode(archive()))["cells"][::-1]),
            r"^Each cell must occur once, in order of row and column\.$",
        ),
        (damaged(cells=json.loads(encode(archive()))["cells"][:1] * 2), "must occur once"),
        (damaged(best={"row": 5, "column": 1, "remeasured": PLAIN}), "best cell is empty"),
        (changed_cell(remeasured=PLAIN | {"objective": 26}), "cell 5,0 are impossible"),
        (changed_cell(genes=[8, 13, 105]), "cell 5,0 must be from 0 to 104"),
        (changed_cell(genes=[8, 13]), "the same length"),
        (changed_cell(stored=None), "stored"),
    ],
)
def test_a_damaged_or_foreign_file_is_refused_with_a_message(data: bytes, words: str) -> None:
    with pytest.raises(BadArchive, match=words) as refusal:
        decode(data)
    assert str(refusal.value).endswith(".")


def test_a_file_larger_than_any_archive_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "archive.json").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(BadArchive, match="is larger than"):
        read(tmp_path / "archive.json")


def result(**sums: int) -> Results:
    table = np.zeros(1, RESULT)
    for field, value in sums.items():
        table[field] = value
    return table


def test_a_value_is_binned_in_double_precision_as_published() -> None:
    assert 0.15 / (1.0 / 20) < 3
    values = [0.0, 0.0499, 0.05, 0.15, 0.5, 0.951, 0.9999, 1.0, np.nan]
    assert bins(np.array(values), 20).tolist() == [0, 0, 1, 2, 10, 19, 19, 19, 0]
    assert bins(np.array([0.0, 0.5, 1.0]), 1).tolist() == [0, 0, 0], "one bin has room for all"
    assert bins(np.array([0.0, 0.5, 1.0]), 3).tolist() == [0, 1, 2]


def test_a_cell_is_numbered_row_by_row() -> None:
    played = result(games=1, offered=10, clues=5, plays=4, certainty=3 * CERTAIN)
    assert cells(played, ("communicativeness", "risk_aversion"), (20, 20))[0] == 10 * 20 + 15
    assert cells(played, ("risk_aversion", "communicativeness"), (4, 10))[0] == 3 * 10 + 5
    silent = result(games=1, offered=10, clues=10)
    assert cells(silent, ("communicativeness", "risk_aversion"), (20, 20))[0] == 19 * 20


def test_communicativeness_is_nan_if_no_clue_could_be_given() -> None:
    assert np.isnan(MEASURES["communicativeness"].of_each(result(games=1)))[0]


def test_scoring_zero_drops_the_points_of_games_lost_by_strikes() -> None:
    played = result(games=2, points=12, squares=104, struck=1, lost_points=2, lost_squares=4)
    assert objective(played, "stacks")[0] == 6
    assert objective(played, "zero")[0] == 5
    assert spread(played, "stacks")[0] == pytest.approx(np.std([10, 2], ddof=1))
    assert spread(played, "zero")[0] == pytest.approx(np.std([10, 0], ddof=1))


def test_an_elite_close_to_the_edge_of_its_cell_is_not_steady() -> None:
    measures, grid = ("communicativeness", "risk_aversion"), (20, 20)
    inside = {"games": 1, "offered": 40_000, "plays": 40_000, "certainty": 29_000 * CERTAIN}
    assert steady(result(clues=21_000, **inside), measures, grid)[0]
    for close in (20_010, 21_990):
        assert not steady(result(clues=close, **inside), measures, grid)[0]
    inside["certainty"] = 30_010 * CERTAIN
    assert not steady(result(clues=21_000, **inside), measures, grid)[0]


def measured(score: float, row: float, column: float, spread: float | None = 2.0) -> Measurement:
    return Measurement(10, score, spread, (row, column))


def test_the_summary_of_a_small_archive_is_that_counted_by_hand() -> None:
    """Two elites lie in the last cell when measured again; the better was claimed elsewhere."""
    cells = (
        Cell(0, 0, (1, 2), measured(9.0, 0.1, 0.1), 0, measured(8.0, 0.9, 0.9)),
        Cell(0, 1, (1, 3), measured(5.0, 0.1, 0.9), 1, measured(0.0, 0.1, 0.9)),
        Cell(1, 1, (1, 4), measured(7.0, 0.9, 0.9), 2, measured(4.0, 0.9, 0.9, None)),
    )
    archive = Archive(run="small", setting=Setting(grid=(2, 2)), cells=cells)
    now, stored = summary(archive), summary(archive, stored=True)
    assert (now.coverage, stored.coverage) == (2, 3)
    assert now.mean_valid == 6.0
    assert now.mean_all == 3.0, "an empty cell counts 0"
    assert (now.max, now.max_cell) == (8.0, (0, 0))
    fair = msgspec.structs.replace(archive, best=Best(0, 0, measured(7.5, 0.9, 0.9)))
    assert (summary(fair).max, summary(fair, stored=True).max) == (7.5, 9.0), "other games' score"
    assert (now.qd_score, stored.qd_score) == (12.0, 21.0)
    assert (now.in_own_cell, stored.in_own_cell) == (1, 3)
    assert (now.found_coverage, now.found_qd_score) == (1, 8.0)
    assert now.spread == 2.0, "of those that are known"
    assert archive.valid == (cells[0], cells[2]), "an elite without a point is in no valid niche"


def test_elites_that_score_less_than_a_point_count_in_the_qd_score() -> None:
    cells = (Cell(0, 0, (1, 2), measured(0.25, 0.1, 0.1)),)
    now = summary(Archive(run="poor", setting=Setting(grid=(2, 2)), cells=cells))
    assert (now.qd_score, now.found_qd_score, now.max) == (0.25, 0.25, 0.25)


def test_an_archive_is_complete_once_all_are_made_and_all_elites_re_measured() -> None:
    again = Cell(0, 0, (1, 2), measured(9.0, 0.1, 0.1), 0, measured(8.0, 0.9, 0.9))
    once = Cell(0, 1, (1, 3), measured(5.0, 0.1, 0.9), 1)

    def complete(cells: tuple[Cell, ...], individuals: int) -> bool:
        recipe = Recipe("a seed", 100, 10)
        return Archive(
            run="made", setting=Setting(), recipe=recipe, individuals=individuals, cells=cells
        ).complete

    assert complete((again,), 100)
    assert not complete((again, once), 100)
    assert not complete((again,), 99)
    assert Archive(run="from elsewhere", setting=Setting(), cells=(again,)).complete
    assert not Archive(run="from elsewhere", setting=Setting(), cells=(again, once)).complete


def test_an_empty_archive_has_no_best() -> None:
    now = summary(Archive(run="empty", setting=Setting(), cells=()))
    assert (now.coverage, now.mean_valid, now.max, now.max_cell, now.spread) == (
        0, None, None, None, None,
    )  # fmt: skip
    assert now.mean_all == pytest.approx(0.0)


def test_a_mean_without_the_spread_of_its_games_has_no_standard_error() -> None:
    assert Measurement(25, 9.0, 2.0, (0.5, 0.5)).error == 0.4
    assert Measurement(25, 9.0, None, (0.5, 0.5)).error is None
