"""Games of AH2AC2 come in as traces and leave as arrays, whole or in parts, or not at all."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from safetensors.numpy import load_file

from analysis.models import Person, Trace
from analysis.tables import BadTable
from analysis.traces.exporting import _number, save_arrays
from analysis.traces.importing import import_file
from native.records import ah2ac2
from tests.native.test_records_ah2ac2 import games
from tests.recorded import HANAB_LIVE

pytestmark = [pytest.mark.long, pytest.mark.django_db]

NAME = "2_player_games_val.safetensors"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Twelve games as the user downloaded them."""
    path = tmp_path / NAME
    path.write_bytes(ah2ac2.write(games(2, 12), range(100, 112)))
    return path


def test_a_part_of_the_challenge_comes_in_and_leaves_as_it_was(file: Path, tmp_path: Path) -> None:
    call_command("import_traces", str(file))
    call_command("import_traces", str(file))
    assert set(Trace.objects.values_list("collection", flat=True)) == {"ah2ac2-val"}
    assert Trace.objects.count() == 12
    assert not Person.objects.exists()
    again = tmp_path / "again.safetensors"
    call_command("export_traces", str(again), collection="ah2ac2-val")
    assert again.read_bytes() == file.read_bytes()


def test_the_list_of_games_credits_the_ah2ac2_collection(file: Path, client: Client) -> None:
    call_command("import_traces", str(file))
    page = client.get("/analysis/games/", {"collection": "ah2ac2-val"}).content.decode()
    assert "AH2AC2, validation" in page
    assert "Ad-Hoc Human-AI Coordination Challenge" in page


def test_games_are_split_by_a_seed_into_readable_files(file: Path, tmp_path: Path) -> None:
    call_command("import_traces", str(file))
    call_command("export_traces", str(tmp_path / "mine.safetensors"), train=8, seed="5")
    train, val = (load_file(tmp_path / f"mine_{part}.safetensors") for part in ("train", "val"))
    ids = [set(part["game_ids"].tolist()) for part in (train, val)]
    assert (len(ids[0]), len(ids[1])) == (8, 4)
    assert ids[0] | ids[1] == set(range(100, 112))
    call_command("export_traces", str(tmp_path / "other.safetensors"), train=8, seed="6")
    assert set(load_file(tmp_path / "other_train.safetensors")["game_ids"].tolist()) != ids[0]


def test_games_that_arrays_cannot_hold_are_left_out_and_named(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:

    import_file(str(HANAB_LIVE))
    out = tmp_path / "out.safetensors"
    call_command("export_traces", str(out), players="2")
    said = capsys.readouterr().err
    kept = len(load_file(out)["scores"])
    assert f"out.safetensors: {kept} games" in said
    assert said.count("left out  ") == Trace.objects.filter(players=2).count() - kept > 0


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("out.safetensors", {"players": "5"}, "There is no game to write"),
        ("out.safetensors", {"train": 12}, "Of 12 games, 1 to 11 can be for training"),
        ("out.safetensors", {"train": -1}, "Of 12 games, 1 to 11 can be for training"),
        ("out.jsonl", {"train": 3}, "--train needs a file that ends with .safetensors"),
        ("nowhere/out.safetensors", {}, "There is no folder"),
    ],
)
def test_games_that_cannot_be_written_are_refused_and_leave_no_file(
    name: str, options: dict[str, object], words: str, file: Path, tmp_path: Path
) -> None:
    call_command("import_traces", str(file))
    with pytest.raises(CommandError, match=words):
        call_command("export_traces", str(tmp_path / name), **options)
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_nothing_of_a_broken_file_is_stored(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:4000])
    with pytest.raises(CommandError, match="Refused: 1 of 1"):
        call_command("import_traces", str(file))
    assert not Trace.objects.exists()


def test_tables_of_two_sizes_do_not_share_a_file(file: Path, tmp_path: Path) -> None:
    call_command("import_traces", str(file))
    three = tmp_path / "three.safetensors"
    three.write_bytes(ah2ac2.write(games(3, 1)))
    call_command("import_traces", str(three))
    with pytest.raises(CommandError, match="one table size"):
        call_command("export_traces", str(tmp_path / "both.safetensors"))
    assert not (tmp_path / "both.safetensors").exists()


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("123456789", 123456789), ("1234567890", 7), ("a1", 7), ("٣", 7), ("", 7)],
)
def test_a_game_keeps_its_number_where_it_has_one(text: str, number: int) -> None:
    assert _number(text, 7) == number


def test_an_unwritable_file_is_reported(file: Path, tmp_path: Path) -> None:
    import_file(str(file))
    (tmp_path / "taken.safetensors").mkdir()
    with pytest.raises(BadTable, match=r"^taken.safetensors cannot be written: .*\w\.$"):
        save_arrays(str(tmp_path / "taken.safetensors"), Trace.objects.all())
