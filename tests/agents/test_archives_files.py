"""Archive files: whole, readable, and refused in words when they are not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agents.archives import Archive, BadArchive, Cell, Measurement, Recipe, Setting, runs
from agents.archives.files import MAX_BYTES, decode, encode, read, write
from agents.runs.errors import BadRun
from native.play.matches import FIELDS


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


def test_an_archive_is_read_as_it_was_written(tmp_path: Path) -> None:
    write(tmp_path / "archive.json", archive())
    assert read(tmp_path / "archive.json") == archive()


def test_a_file_that_cannot_be_read_is_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(BadArchive) as refusal:
        read(tmp_path / "archive.json")
    assert str(refusal.value) == "archive.json cannot be read: No such file or directory."


def test_without_any_run_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "names", list)
    with pytest.raises(BadRun, match=r"^There is no run nowhere\. Runs: none\.$"):
        runs.load("nowhere")


def test_the_same_archive_has_the_same_bytes() -> None:
    assert encode(decode(encode(archive()))) == encode(archive())


def test_any_program_can_read_it_a_cell_a_line() -> None:
    data = encode(archive())
    plain = json.loads(data)
    assert plain["cells"][0]["genes"] == [8, 13, 34]
    assert plain["cells"][0]["stored"]["measures"] == [0.26, None]
    assert sum(line.startswith(b'{"row"') for line in data.splitlines()) == 2


def test_nothing_is_left_beside_a_file_that_was_written(tmp_path: Path) -> None:
    write(tmp_path / "archive.json", archive())
    write(tmp_path / "archive.json", archive())
    assert [path.name for path in tmp_path.iterdir()] == ["archive.json"]


@pytest.mark.parametrize("length", [0, 1, 100, len(encode(archive())) - 3])
def test_a_file_that_stops_short_is_refused(length: int) -> None:
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
        (changed_cell(remeasured=PLAIN | {"games": -1}), "cell 5,0 are impossible"),
        (changed_cell(row=20), "outside the grid of 20 x 20"),
        (changed_cell(genes=[8, 13, 105]), "cell 5,0 must be from 0 to 104"),
        (changed_cell(genes=[8, 13]), "the same length"),
        (changed_cell(genes=[]), "the same length"),
        (changed_cell(stored=None), "stored"),
        (
            changed_cell(stored=PLAIN | {"tally": {"plays": -1}}),
            "cell 5,0 are impossible",
        ),
        (
            changed_cell(stored=PLAIN | {"objective": 26}),
            "cell 5,0 are impossible",
        ),
        (
            changed_cell(stored=PLAIN | {"measures": [0, 1.5]}),
            "cell 5,0 are impossible",
        ),
    ],
)
def test_a_damaged_or_foreign_file_is_refused_in_words(data: bytes, words: str) -> None:
    with pytest.raises(BadArchive, match=words) as refusal:
        decode(data)
    assert str(refusal.value).endswith(".")


def test_a_file_larger_than_any_archive_is_not_even_read(tmp_path: Path) -> None:
    with (tmp_path / "archive.json").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(BadArchive, match="too large for an archive"):
        read(tmp_path / "archive.json")


def test_a_file_that_is_not_there_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(BadArchive, match="No such file"):
        read(tmp_path / "archive.json")


def test_rows_and_columns_of_a_grid_are_not_taken_for_one_another() -> None:
    wide = {"setting": {"grid": [6, 4]}}
    decode(damaged(**wide))
    tall = {"setting": {"grid": [30, 3]}}
    with pytest.raises(BadArchive, match="outside the grid of 30 x 3"):
        decode(damaged(**tall))
