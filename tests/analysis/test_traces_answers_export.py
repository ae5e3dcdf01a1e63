"""Answers leave with the seats of those who gave them, and rows with who sat where."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from analysis.models import Survey, Trace, TraceSeat
from analysis.traces.exporting import lines, tables
from analysis.traces.importing import import_file
from analysis.traces.tables import collect
from game.models import Player
from tests.analysis.conftest import finished_table, play, trace

pytestmark = pytest.mark.django_db

LISTS = ["rules:iggi", "rules:piers", "rules:outer"]


@pytest.fixture
def three(write_lines: Callable[..., str]) -> Trace:
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


def test_a_row_names_who_sat_where_and_how_the_game_ended(
    three: Trace,
) -> None:
    (table,) = tables(Trace.objects.all())
    (row,) = table.rows()
    assert (row["collection"], row["players"], row["seat_1"]) == ("trace", 3, "rules:piers")
    assert row["seat_0"].startswith("person-")
    assert row["seat_2"].startswith("person-")
    assert row["seat_0"] != row["seat_2"]
    assert [row[f"seat_{seat}"] for seat in (3, 4, 5)] == [""] * 3
    assert (row["turns"], row["end"]) == (three.turns, three.ending)
    assert (row["stacks"], row["zero"], row["strikes"]) == (three.stacks, three.zero, three.strikes)


def test_a_seat_is_told_by_who_began_there(write_lines: Callable[..., str]) -> None:
    line = trace(play(LISTS, 4), ["IGGI", "Piers", "Outer"], [f"{one}" for one in LISTS])
    line["lab"]["seats"] += [
        {"seat": 1, "kind": "agent", "name": "Flawed", "agent": "rules:flawed", "from_turn": 5}
    ]
    import_file(write_lines(line))
    (table,) = tables(Trace.objects.all())
    (row,) = table.rows()
    assert [row[f"seat_{seat}"] for seat in range(3)] == LISTS


def test_a_game_of_here_is_said_to_be_of_here(alice: Player) -> None:
    finished_table(alice)
    collect()
    (table,) = tables(Trace.objects.all(), private=True)
    assert (list(table["collection"]), list(table["seat_1"])) == (["here"], ["rules:piers"])
