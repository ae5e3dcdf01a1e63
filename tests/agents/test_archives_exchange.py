"""Archives go out to other programs and come in from them."""

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from agents import registry
from agents.archives import Archive, BadArchive, Cell, Measurement, Setting, exchange, runs, summary
from agents.archives.exchange import COLUMNS, MORE, imported
from agents.contract import AgentError
from agents.generator.executors import executor
from agents.generator.remeasure import remeasure
from tests.agents.small_runs import continued, made, saved
from tests.recorded import ARCHIVES

pytestmark = pytest.mark.usefixtures("small_runs")

HEADER = "solution_0,solution_1,objective,measures_0,measures_1,index"


def exported(run: str, kind: str) -> str:
    out = io.StringIO()
    call_command("export_archive", run, format=kind, stdout=out)
    return out.getvalue()


def difference(cell: Cell, part: str) -> float:
    """How much more was measured here than was published."""
    pairs = {
        "objective": (cell.remeasured.objective, cell.stored.objective),
        "row": (cell.remeasured.measures[0], cell.stored.measures[0]),
        "column": (cell.remeasured.measures[1], cell.stored.measures[1]),
    }
    here, there = pairs[part]
    return here - there


def test_csv_has_the_columns_of_pyribs_and_rows_in_the_order_of_cells() -> None:
    archive = made("small")
    table = list(csv.DictReader(io.StringIO(exported("small", "csv"))))
    solutions = [f"solution_{gene}" for gene in range(15)]
    assert list(table[0]) == [*solutions, *COLUMNS, *MORE]
    assert [int(row["index"]) for row in table] == [
        cell.row * 5 + cell.column for cell in archive.cells
    ]
    for row, cell in zip(table, archive.cells, strict=True):
        assert float(row["objective"]) == cell.latest.objective
        assert row["measured"] == ("again" if cell.remeasured else "stored")
        assert int(row["games"]) == cell.latest.games
        assert float(row["stored_objective"]) == cell.stored.objective


def test_a_cell_of_a_grid_with_its_own_size_keeps_its_place() -> None:
    setting, stored = Setting(grid=(4, 10)), Measurement(10, 5.0, None, (0.9, 0.7))
    cells = tuple(Cell(row, column, (1, 2), stored) for row, column in ((0, 9), (3, 7)))
    text = exchange.as_csv(Archive(run="wide", setting=setting, cells=cells))
    assert [row["index"] for row in csv.DictReader(io.StringIO(text))] == ["9", "37"]
    assert exchange.cells_of_csv(text, setting) == cells


def test_an_exported_csv_is_imported_unchanged(tmp_path: Path) -> None:
    made("small")
    file = tmp_path / "small.csv"
    file.write_text(exported("small", "csv"))
    call_command("import_archive", str(file), run="copy", grid=(5, 5), stdout=io.StringIO())
    assert exported("copy", "csv") == file.read_text()
    assert runs.load("copy").source == "small.csv"


def test_an_exported_archive_is_imported_unchanged(tmp_path: Path) -> None:
    made("small")
    file = tmp_path / "small.json"
    file.write_text(exported("small", "json"))
    call_command("import_archive", str(file), run="copy", stdout=io.StringIO())
    assert saved("copy") == saved("small")


def test_the_published_archive_of_2019_is_imported_completely() -> None:
    file = ARCHIVES / "archive_2p_comm_x_riskaversion.csv"
    archive = imported(file.read_bytes(), "published", file.name)
    now = summary(archive)
    assert (now.coverage, now.max_cell) == (325, (9, 16))
    assert round(now.mean_valid or 0, 2) == 7.75
    assert len(archive.cells) - now.in_own_cell == 178


@pytest.mark.slow
def test_the_published_archive_of_2019_has_its_published_measures() -> None:
    file = ARCHIVES / "archive_2p_comm_x_riskaversion.csv"
    with executor() as pool:
        archive = remeasure(imported(file.read_bytes(), "published", file.name), pool)
    bounds = [("objective", 1.0, 0.03), ("row", 0.03, 0.001), ("column", 0.06, 0.001)]
    for part, most, mean in bounds:
        apart = np.array([difference(cell, part) for cell in archive.cells])
        assert abs(apart).max() < most, part
        assert abs(apart.mean()) < mean, part


@pytest.mark.parametrize(
    ("population", "players", "coverage"),
    [
        ("2P", 2, 311),
        ("2P2", 2, 311),
        ("2P3", 2, 310),
        ("3P", 3, 309),
        ("4P", 4, 308),
        ("5P", 5, 304),
    ],
)
def test_every_archive_of_2020_is_imported(population: str, players: int, coverage: int) -> None:
    file = ARCHIVES / "archives_tog_comm_x_ipp.csv"
    archive = imported(file.read_bytes(), "published", file.name, population=population)
    assert archive.setting.players == players
    assert archive.setting.measures == ("communicativeness", "information_per_play")
    assert len(archive.cells) == coverage
    assert {cell.stored.games for cell in archive.cells} == ({50} if players == 2 else {0})


def test_a_file_of_several_archives_is_refused_until_one_is_chosen() -> None:
    file = ARCHIVES / "archives_tog_comm_x_ipp.csv"
    with pytest.raises(BadArchive, match="2P, 2P2, 2P3, 3P, 4P, 5P"):
        imported(file.read_bytes(), "published", file.name)


def test_an_imported_table_is_placed_on_the_given_grid() -> None:
    setting = Setting(grid=(4, 10))
    archive = imported(f"{HEADER}\n8,13,4.5,0.9,0.7,37\n".encode(), "run", "x.csv", setting)
    assert [(cell.row, cell.column) for cell in archive.cells] == [(3, 7)]
    assert (archive.setting, archive.run, archive.source) == (setting, "run", "x.csv")


def test_an_exported_archive_may_begin_with_an_empty_line() -> None:
    made("small")
    text = f"\n {exported('small', 'json')}"
    assert imported(text.encode(), "copy", "x.json").cells == runs.load("small").cells


@pytest.mark.parametrize(
    "table",
    [
        f"{HEADER},threshold\n8,13,4.5,0.2,0.3,45,nan\n",
        f'"",{HEADER}\r\n0,8.0,13.0,4.5,0.2,0.3,45\r\n'.replace("solution_0", '"solution_0"'),
    ],
    ids=["a column of pyribs", "row numbers of pandas"],
)
def test_columns_of_other_programs_are_ignored(table: str) -> None:
    (cell,) = imported(table.encode(), "run", "x.csv").cells
    assert (cell.row, cell.column, cell.genes) == (2, 5, (8, 13))
    assert cell.stored.measures == (0.2, 0.3)


def test_rows_of_an_imported_table_may_be_in_any_order() -> None:
    rows = ("45,4.5,0.2,0.3,8,13", "3,2,0.1,0.9,8,13", "44,1,0.2,0.3,7,13")
    table = "index,objective,measures_0,measures_1,solution_0,solution_1\n" + "\n".join(rows)
    cells = imported(table.encode(), "run", "x.csv").cells
    assert [(cell.row, cell.column) for cell in cells] == [(0, 3), (2, 4), (2, 5)]
    assert [cell.stored.objective for cell in cells] == [2, 1, 4.5]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is not an archive: use our own JSON"),
        (b"\xff\xfe\x00", "is not an archive"),
        (b'{"format": "\xff"}', "is not a complete archive: its text is not UTF-8"),
        (b'{"format": ' + b"[" * 100_000, "is not a complete archive: it is nested too deeply"),
        (b"a,b\n1,2\n", "is not an archive"),
        (f"{HEADER}\n8,13,4.5,0.2,0.3,400\n".encode(), "outside the grid of 20 x 20"),
        (f"{HEADER}\n8,13,4.5,0.2,0.3,-1\n".encode(), "Line 2: index must be a whole number"),
        (f"{HEADER}\n8,many,4.5,0.2,0.3,5\n".encode(), "Line 2: solution_1 must be a number"),
        (f"{HEADER}\n8,105,4.5,0.2,0.3,5\n".encode(), "must be from 0 to 104"),
        (f"{HEADER}\n8,1.5,4.5,0.2,0.3,5\n".encode(), "solution_1 must be a whole number"),
        (f"{HEADER}\n8,13,inf,0.2,0.3,5\n".encode(), "objective must be a finite number"),
        (f"{HEADER}\n8,13,4.5,7,0.3,5\n".encode(), "cell 0,5 are impossible"),
        (f"{HEADER}\n".encode(), "The table has no elites"),
        (b"solution_0,index\n8,5\n", "The table lacks objective, measures_0, measures_1"),
        (f"{HEADER}\n8,13,4.5\n".encode(), r"^Line 2 has fewer values"),
        (f"{HEADER}\n8,13\r4.5,0,0,5\n".encode(), "^The table is not valid CSV: new-line"),
        (f"{HEADER}\n8,13,4.5,0,0,5\n8,13,4.5,0,0,5\n".encode(), "must occur once"),
    ],
)
def test_a_damaged_or_foreign_table_is_refused_with_a_message(data: bytes, words: str) -> None:
    with pytest.raises(BadArchive, match=words):
        imported(data, "run", "x.csv", Setting())


def test_an_import_does_not_overwrite_a_run(tmp_path: Path) -> None:
    made("small")
    before = saved("small")
    file = tmp_path / "small.json"
    file.write_text(exported("small", "json"))
    with pytest.raises(CommandError, match="already") as refusal:
        call_command("import_archive", str(file), run="small")
    assert refusal.value.returncode == 2
    assert saved("small") == before


def test_a_refused_file_leaves_no_run(tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(json.dumps({"format": "mine", "schema": 1}))
    with pytest.raises(CommandError):
        call_command("import_archive", str(file), run="bad")
    assert "bad" not in runs.names()


def test_runs_made_here_are_listed_before_imported_ones() -> None:
    names = runs.names()
    assert names[0] == "improved-1"
    assert names[-1] == "canaan-2019"


def test_the_time_of_an_archives_last_change_is_0_without_an_archive() -> None:
    made("here")
    assert runs.changed("here") == (runs.folder("here") / runs.ARCHIVE).stat().st_mtime_ns
    assert runs.changed("nowhere") == 0


def test_exporting_an_unknown_run_is_refused() -> None:
    with pytest.raises(CommandError, match="There is no run nobody"):
        call_command("export_archive", "nobody")


def some_place(run: str) -> str:
    cell = runs.load(run).cells[-1]
    return f"elite:{run}/{cell.row},{cell.column}"


def test_the_same_genes_have_the_same_version_in_every_run_of_a_mode() -> None:
    made("one")
    made("two")
    genes = ",".join(map(str, runs.load("one").cells[-1].genes))
    one, two = (registry.find(some_place(run)) for run in ("one", "two"))
    assert one.version == two.version
    assert one.playing_on().version == registry.find(f"genes:{genes}").version


def test_an_elite_is_read_again_when_its_run_replaces_it() -> None:
    made("growing", individuals=100)
    before = runs.load("growing")
    continued("growing", individuals=300)
    replaced = [
        (old, new)
        for old in before.cells
        if (new := runs.load("growing").by_place.get((old.row, old.column)))
        and new.genes != old.genes
    ]
    old, new = replaced[0]
    entry = registry.find(f"elite:growing/{old.row},{old.column}")
    rules = entry.rule_list(2)
    assert tuple(rule.gene for rule in rules.rules) == new.genes


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("", "Write an elite as run, row and column"),
        ("small", "Write an elite as run, row and column"),
        ("small/1;2", "Write an elite as run, row and column"),
        ("nobody/0,0", "There is no run nobody. Runs: "),
        ("../small/0,0", "Write an elite"),
        ("SMALL/0,0", "A run's name is"),
        ("small/4,99", "Cell 4,99 of the run small is empty."),
    ],
)
def test_a_cell_without_an_elite_is_refused_with_a_message(place: str, words: str) -> None:
    made("small")
    with pytest.raises(AgentError) as refusal:
        registry.find(f"elite:{place}")
    assert words in str(refusal.value)
