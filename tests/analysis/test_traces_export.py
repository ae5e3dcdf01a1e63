"""Traces leave as JSON lines that anybody can read and nobody can tie to a person."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from jsonschema import Draft202012Validator

from analysis.models import Person, Survey, Trace, TraceSeat
from analysis.schemas import SCHEMAS
from analysis.traces.documents import nameless
from analysis.traces.exporting import lines, tables
from analysis.traces.importing import import_file
from analysis.traces.tables import collect
from game.models import Player
from game.replays.trace_schema import SeatFact
from game.tables.pseudonyms import pseudonym, without_names
from tests.analysis.conftest import Write, finished_table, play, trace, with_piers

pytestmark = pytest.mark.django_db


@pytest.fixture
def games(write_lines: Write) -> None:
    """Two games of one person with Piers, one of agents among themselves."""
    agents = ["rules:iggi", "rules:piers"]
    alone = trace(play(agents, 3), ["IGGI", "Piers"], agents)
    import_file(write_lines(with_piers(1, help="full"), with_piers(2, survey={"like": 4}), alone))


@pytest.mark.usefixtures("games")
def test_every_line_keeps_to_the_schema() -> None:
    fits = Draft202012Validator(SCHEMAS["trace"]())
    for line in lines(Trace.objects.all()):
        fits.validate(json.loads(line))


@pytest.mark.usefixtures("games")
def test_a_pseudonym_holds_within_a_download_and_not_beyond(client: Client, tmp_path: Path) -> None:
    Person.objects.update(public=True)
    file = tmp_path / "export.jsonl"
    call_command("export_traces", str(file))
    page = [b"".join(client.get("/analysis/games/", {"format": "jsonl"})) for _ in range(2)]
    pseudonyms = [
        set(re.findall(rb"person-[0-9a-f]{12}", text)) for text in (*page, file.read_bytes())
    ]
    assert [len(found) for found in pseudonyms] == [1, 1, 1]
    assert len(set.union(*pseudonyms)) == 3


@pytest.mark.usefixtures("games")
def test_an_export_comes_back_as_the_same_traces(tmp_path: Path) -> None:
    file = tmp_path / "export.jsonl"
    call_command("export_traces", str(file))
    digests = set(Trace.objects.values_list("digest", flat=True))
    assert import_file(str(file)).known == 3
    Trace.objects.all().delete()
    Person.objects.all().delete()
    assert import_file(str(file)).new == 3
    assert set(Trace.objects.values_list("digest", flat=True)) == digests
    assert Person.objects.count() == 1
    assert [t.surveys.get().like for t in Trace.objects.exclude(surveys=None)] == [4]


def test_days_are_taken_to_the_end_of_the_calendar(client: Client) -> None:
    assert client.get("/analysis/games/", {"until": "9999-12-31"}).status_code == 200


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("export_traces", "--schema")
    assert "TraceDocument" in json.loads(capsys.readouterr().out)["$ref"]


@pytest.mark.usefixtures("games")
def test_the_command_prints_the_number_of_games(
    client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("games.jsonl", "games.csv"):
        call_command("export_traces", str(tmp_path / name))
        assert capsys.readouterr().err == "games: 3\n"
    call_command(
        "export_traces", str(tmp_path / "few.jsonl"), agent="rules:piers", help_level="full"
    )
    assert capsys.readouterr().err == "games: 1\n"
    for options, words in (
        ({"agent": "foo"}, "No game has the agent “foo”"),
        ({"variant": "Foo"}, "There is no variant 'Foo'"),
        ({"file": str(tmp_path / "none" / "a.jsonl")}, "There is no folder .*none to write"),
    ):
        with pytest.raises(CommandError, match=words):
            call_command("export_traces", **{"file": str(tmp_path / "no.jsonl")} | options)
    assert not (tmp_path / "no.jsonl").exists()
    call_command("export_traces")
    out, err = capsys.readouterr()
    assert (out.count("\n"), err) == (3, "games: 3\n")
    download = client.get("/analysis/games/", {"format": "jsonl"})
    assert download["Content-Type"] == "application/jsonl"


LISTS = ["rules:iggi", "rules:piers", "rules:outer"]


@pytest.fixture
def three(write_lines: Write) -> Trace:
    """Piers between two people."""
    line = trace(play(LISTS, 4), ["Ann", "Piers", "Bo"], [None, "rules:piers", None])
    import_file(write_lines(line))
    return Trace.objects.get()


def answer(three: Trace, seat: int | None, like: int, *, publish: bool = True) -> None:
    person = None if seat is None else TraceSeat.objects.get(index=seat).person
    Survey.objects.create(trace=three, person=person, like=like, publish=publish)


def answers(*, private: bool = False) -> list[dict[str, Any]]:
    """The first, and the others."""
    (line,) = lines(Trace.objects.all(), private=private)
    lab = json.loads(line)["lab"]
    return [*([lab["survey"]] if "survey" in lab else []), *lab.get("more_surveys", [])]


def test_answers_stand_seat_by_seat_whenever_they_were_given(three: Trace) -> None:
    answer(three, 2, 2)
    answer(three, None, 3)
    answer(three, 0, 5)
    assert answers() == [{"like": 5}, {"seat": 2, "like": 2}, {"like": 3}]


def test_the_second_persons_answers_keep_their_seat_where_the_first_says_nothing(
    three: Trace,
) -> None:
    answer(three, 0, 5, publish=False)
    answer(three, 2, 2)
    assert answers() == [{"seat": 2, "like": 2}]
    assert answers(private=True) == [{"like": 5, "publish": False}, {"seat": 2, "like": 2}]


def test_an_exported_row_names_the_seats_and_the_ending(three: Trace) -> None:
    (table,) = tables(Trace.objects.all())
    (row,) = table.rows()
    assert (row["collection"], row["players"], row["seat_1"]) == ("trace", 3, "rules:piers")
    assert row["seat_0"].startswith("person-")
    assert row["seat_2"].startswith("person-")
    assert row["seat_0"] != row["seat_2"]
    assert [row[f"seat_{seat}"] for seat in (3, 4, 5)] == [""] * 3
    assert (row["turns"], row["end"], row["variant"]) == (three.turns, three.ending, "No Variant")
    assert (row["stacks"], row["zero"], row["strikes"]) == (three.stacks, three.zero, three.strikes)


def test_a_seat_is_attributed_to_the_player_who_began_there(write_lines: Write) -> None:
    line = trace(play(LISTS, 4), ["IGGI", "Piers", "Outer"], [f"{one}" for one in LISTS])
    line["lab"]["seats"] += [
        {"seat": 1, "kind": "agent", "name": "Flawed", "agent": "rules:flawed", "from_turn": 5}
    ]
    import_file(write_lines(line))
    (table,) = tables(Trace.objects.all())
    (row,) = table.rows()
    assert [row[f"seat_{seat}"] for seat in range(3)] == LISTS


def test_a_game_of_this_site_is_exported_with_the_collection_here(alice: Player) -> None:
    finished_table(alice)
    collect()
    (table,) = tables(Trace.objects.all())
    assert (list(table["collection"]), list(table["seat_1"])) == (["here"], ["rules:piers"])


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [
        ("Al", "Al gave up.", "P gave up."),
        ("Al", "Also Al: DeAl, All and (Al).", "Also P: DeAl, All and (P)."),
        ("Al", "Al's move, said Al", "P's move, said P"),
        ("Al", "al ended it", "al ended it"),
        ("a.c", "a.c and abc", "P and abc"),
        ("(x", "(x and y", "P and y"),
        ("", "One, two.  (!)", "One, two.  (!)"),
    ],
)
def test_names_are_replaced_as_whole_words(name: str, text: str, left: str) -> None:
    assert without_names(text, {name: "P"}) == left


def test_people_are_numbered_from_one_and_agents_keep_their_names() -> None:
    assert pseudonym(0) == "Player 1"
    assert nameless(SeatFact(2, "person", "Xenia", from_turn=3)) == SeatFact(
        2, "person", "Player 3", from_turn=3
    )
    agent = SeatFact(1, "agent", "Piers", agent="rules:piers")
    assert nameless(agent) == agent
