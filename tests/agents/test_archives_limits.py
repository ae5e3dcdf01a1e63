"""What an archive and the tables it is imported from may say, to the last value that they may."""

import numpy as np
import pytest

from agents.archives import Archive, BadArchive, Cell, Measurement, Setting, exchange
from agents.archives.exchange import CsvRow, csv_rows, imported
from agents.archives.files import check
from agents.archives.measuring import measurements, result_of, steady
from native import Rules
from native.play.matches import FIELDS, RESULT
from native.play.measures import CERTAIN
from native.rulebase import FULL, PUBLISHED

MEASURED = Measurement(10, 5.0, None, (0.5, 0.5))


def test_a_setting_has_its_number_of_cells_its_rule_base_and_its_rules() -> None:
    wide = Setting(5, "full", grid=(1, 100))
    assert (wide.cells, wide.rules, wide.game) == (100, FULL, Rules(5))
    assert Setting(grid=(100, 3)).cells == 300


def archive(cell: Cell, setting: Setting | None = None) -> Archive:
    return Archive(run="edge", setting=setting or Setting(grid=(4, 6)), cells=(cell,))


@pytest.mark.parametrize(
    "cell",
    [
        Cell(0, 0, (0,), MEASURED),
        Cell(3, 5, (len(PUBLISHED) - 1,), MEASURED),
        Cell(0, 0, (1,) * 72, MEASURED),
        Cell(0, 0, (1,), Measurement(0, 0, None, (0, 1), {"plays": 2**63 - 1, "clues": 0})),
        Cell(0, 0, (1,), Measurement(1, 25, None, (1, 0))),
    ],
)
def test_the_largest_allowed_values_of_an_archive_are_accepted(cell: Cell) -> None:
    check(archive(cell))


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        (Cell(-1, 0, (0,), MEASURED), "A cell lies outside the grid of 4 x 6."),
        (Cell(4, 0, (0,), MEASURED), "A cell lies outside the grid of 4 x 6."),
        (Cell(0, -1, (0,), MEASURED), "A cell lies outside the grid of 4 x 6."),
        (Cell(0, 6, (0,), MEASURED), "A cell lies outside the grid of 4 x 6."),
        (Cell(1, 2, (), MEASURED), "The chromosome of cell 1,2 must have 1 to 72 genes."),
        (Cell(1, 2, (1,) * 73, MEASURED), "The chromosome of cell 1,2 must have 1 to 72 genes."),
        (Cell(1, 2, (-1,), MEASURED), "The genes of cell 1,2 must be from 0 to 104."),
        (Cell(1, 2, (3, 105), MEASURED), "The genes of cell 1,2 must be from 0 to 104."),
    ],
)
def test_values_beyond_the_limits_of_an_archive_are_refused(cell: Cell, words: str) -> None:
    with pytest.raises(BadArchive) as refusal:
        check(archive(cell))
    assert str(refusal.value) == words


@pytest.mark.parametrize(
    "measured",
    [
        Measurement(-1, 5, None, (0, 0)),
        Measurement(1, -0.1, None, (0, 0)),
        Measurement(1, 25.1, None, (0, 0)),
        Measurement(1, 5, None, (-0.1, 0)),
        Measurement(1, 5, None, (None, 1.1)),
        Measurement(1, 5, None, (0, 0), {"plays": -1}),
        Measurement(1, 5, None, (0, 0), {"plays": 2**63}),
    ],
)
def test_an_impossible_measurement_is_refused_stored_or_re_measured(measured: Measurement) -> None:
    for cell in (Cell(1, 2, (0,), measured), Cell(1, 2, (0,), MEASURED, remeasured=measured)):
        with pytest.raises(BadArchive, match=r"^The measurements of cell 1,2 are impossible\.$"):
            check(archive(cell))


def test_a_tally_is_converted_to_its_result_without_loss() -> None:
    """Thirds, so that figures are rounded to six digits and tallies are not."""
    result = np.zeros(2, RESULT)
    for number, name in enumerate(FIELDS):
        result[name] = number + 1
    result["games"], result["points"], result["squares"] = 3, 10, 38
    result["offered"], result["clues"] = 3, 1
    result["plays"], result["certainty"] = [3, 0], [2 * CERTAIN, 0]
    one, other = measurements(result, Setting(), [*FIELDS[:-1], "unheard"])
    assert (one.games, one.objective, one.spread) == (3, 3.333333, 1.527525)
    assert (one.measures, other.measures) == ((0.333333, 0.666667), (0.333333, None))
    assert one.tally == {name: int(result[name][0]) for name in FIELDS[:-1]}
    back = result_of(one)
    assert back.shape == (1,)
    assert {name: int(back[name][0]) for name in FIELDS} == one.tally | {FIELDS[-1]: 0}
    with pytest.raises(ValueError, match=r"^This measurement was imported without its tally\.$"):
        result_of(MEASURED)


def test_an_elite_at_the_edge_of_the_grid_is_steady_despite_its_standard_errors() -> None:
    """Nearly all of the turns, and nearly none: sure of the last row and of the first."""
    measures = ("communicativeness", "risk_aversion")
    for clues, certain in ((1, 0), (999, 1000), (0, 1), (1000, 999)):
        one = np.zeros(1, RESULT)
        one["games"], one["offered"], one["plays"] = 1, 1000, 1000
        one["clues"], one["certainty"] = clues, certain * CERTAIN
        assert steady(one, measures, (4, 4))[0], (clues, certain)


def test_an_error_names_the_line_the_column_and_the_value() -> None:
    row = CsvRow(7, {"a": "x" * 50, "b": "", "c": "nan", "d": "2.5", "e": str(2**31), "f": "-0"})
    assert (row.number("b"), row.number("c"), row.number("none"), row.number("d")) == (
        None, None, None, 2.5,
    )  # fmt: skip
    assert (row.whole("f"), CsvRow(1, {"g": str(2**31 - 1)}).whole("g")) == (0, 2**31 - 1)
    for column, what, text in (
        ("a", "a whole number from 0", ""),
        ("b", "a whole number from 0", ""),
        ("d", "a whole number from 0", "2.5"),
        ("e", "a whole number from 0", str(2**31)),
    ):
        expected = f"Line 7: {column} must be {what}, not “{text}”."
        with pytest.raises(BadArchive) as refusal:
            row.whole(column)
        if column == "a":
            expected = f"Line 7: a must be a number, not “{'x' * 40}”."
        assert str(refusal.value) == expected


def test_lines_are_counted_from_the_header() -> None:
    found = csv_rows("a,b\n1,2\n3,4\n")
    assert [(row.line, dict(row.values)) for row in found] == [
        (2, {"a": "1", "b": "2"}),
        (3, {"a": "3", "b": "4"}),
    ]


def test_a_score_missing_in_an_imported_table_is_none() -> None:
    head = "comm_bin,risk_bin,valid,remeasured_score_1000g,sd,comm,risk,g0"
    text = f"{head}\n1,2,1,,,,,8\n1,3,1,4.5,1.5,0.1,0.2,9\n1,4,0,0,0,0,0,0\n"
    setting, cells = exchange.risk_aversion(text)
    assert setting == Setting()
    assert cells == (
        Cell(1, 2, (8,), Measurement(1000, 0.0, None, (None, None))),
        Cell(1, 3, (9,), Measurement(1000, 4.5, 1.5, (0.1, 0.2))),
    )
    head = "pop,players,comm_bin,ipp_bin,valid,selfplay_50g_theirs,g0"
    _, cells = exchange.information_per_play(f"{head}\n2P,2,1,2,1,,8\n2P,2,1,3,1,7,9\n", "2P")
    assert cells == (
        Cell(1, 2, (8,), Measurement(0, 0.0, None, (None, None))),
        Cell(1, 3, (9,), Measurement(50, 7.0, None, (None, None))),
    )
    with pytest.raises(BadArchive) as refusal:
        exchange.information_per_play(f"{head}\n2P,2,1,2,1,,8\n3P,3,1,2,1,,8\n", "z" * 50)
    assert str(refusal.value) == f"population must be one of 2P, 3P, not “{'z' * 40}”."


def test_re_measured_scores_are_imported_beside_stored_ones() -> None:
    stored, again = Measurement(10, 5.0, None, (0.5, None)), Measurement(20, 4.0, None, (0.4, 0.1))
    cells = (Cell(0, 1, (8, 13), stored, remeasured=again), Cell(2, 0, (1, 2), stored))
    made = Archive(run="both", setting=Setting(grid=(3, 4)), cells=cells)
    assert exchange.cells_of_csv(exchange.as_csv(made), made.setting) == cells
    empty = Archive(run="none", setting=Setting(), cells=())
    assert exchange.as_csv(empty).startswith(
        "objective,measures_0,measures_1,index,measured,games,"
    )
    text = "solution_0,objective,measures_0,measures_1,index\n8,,,,5\n"
    assert exchange.cells_of_csv(text, Setting()) == (
        Cell(0, 5, (8,), Measurement(0, 0.0, None, (None,) * 2)),
    )


def test_an_imported_file_is_credited_to_the_source_that_its_format_tells() -> None:
    text = b"\n  " + b"comm_bin"
    with pytest.raises(BadArchive, match=r"^x\.csv is not an archive"):
        imported(text, "run", "x.csv")
    table = "comm_bin,risk_bin,valid,remeasured_score_1000g,sd,comm,risk,g0\r\n1,2,1,1,1,0,0,8\r\n"
    found = imported(("\ufeff" + table).encode(), "mine", "x.csv")
    assert (found.run, found.source) == ("mine", "rocanaan/Hanabi-Map-Elites")
    many = "pop,players,comm_bin,ipp_bin,valid,selfplay_50g_theirs,g0\n3P,3,1,2,1,,8\n"
    found = imported(many.encode(), "mine", "x.csv", population="3P")
    assert found.source == "rocanaan/Hanabi-Map-Elites, population 3P"
    assert found.setting.players == 3
