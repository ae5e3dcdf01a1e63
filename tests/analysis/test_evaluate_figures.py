"""What the figures of an evaluation say of its report."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.evaluate.evaluation_figures import by_game, command, with_members
from tests.reports import a_member, a_report

MEMBERS = [
    a_member(
        title="Piers", mean=12.0, low=11.0, high=13.0, generalist=14.0, oracle=16.0, weight=0.75
    ),
    a_member(
        title="IGGI",
        mean=8.0,
        sem=None,
        low=None,
        high=None,
        strikeouts=0.5,
        generalist=9.0,
        oracle=10.0,
        self_play=11.0,
        weight=0.25,
    ),
]
REPORT: dict[str, Any] = {
    "players": 3,
    "games": 6,
    "seed": "s",
    "mean": 10.0,
    "weighted": 11.0,
    "members": MEMBERS,
}


def test_each_member_is_a_row_beside_the_lines_of_its_pool() -> None:
    figure = with_members(a_report(**REPORT))
    assert [column.title for column in figure.columns][4:] == [
        "struck out",
        "best fixed agent",
        "best pool member",
        "with itself",
        "weight",
    ]
    assert figure.rows == [
        ("Piers", 12, 11, 13, 0.25, 14, 16, 15, 0.75),
        ("IGGI", 8, None, None, 0.5, 9, 10, 11, 0.25),
    ]
    assert (figure.title, figure.games, figure.seed) == ("With each member of pool:p", 12, "s")
    assert "The best fixed agent of the pool is rules:g." in figure.note
    assert figure.note.endswith("the mean over the pool is 11.00 instead of 10.00.")
    drawn = {
        trace["name"]: dict(zip(trace["y"], trace["x"], strict=True)) for trace in figure.traces
    }
    assert drawn == {
        "this agent": {"Piers": 12, "IGGI": 8},
        "best fixed agent": {"Piers": 14, "IGGI": 9},
        "best pool member": {"Piers": 16, "IGGI": 10},
        "with itself": {"Piers": 15, "IGGI": 11},
    }
    assert figure.layout["xaxis"]["title"]["text"] == "mean score (zero)"
    own = next(trace for trace in figure.traces if trace["name"] == "this agent")
    # Student's t with five degrees of freedom: the deals are the units.
    assert own["error_x"]["array"] == pytest.approx([2.5705818 * 0.5, 0], abs=1e-4)


def test_a_report_from_before_there_were_weights_has_no_column_of_them() -> None:
    members = [{k: v for k, v in member.items() if k != "weight"} for member in MEMBERS]
    old = {k: v for k, v in REPORT.items() if k != "weighted"} | {"members": members}
    figure = with_members(a_report(**old))
    assert [len(row) for row in figure.rows] == [len(figure.columns)] * 2 == [8, 8]
    assert figure.note.endswith("rules:g.")


def test_from_game_to_game_the_sessions_are_the_units() -> None:
    places = [{"mean": 9.0, "sem": 1.0}, {"mean": 12.0, "sem": 0.5}]
    figure = by_game(a_report(**REPORT | {"session": 2, "by_game": places}))
    half = 4.3026527
    assert figure.rows == [
        (1, 9, pytest.approx(9 - half), pytest.approx(9 + half)),
        (2, 12, pytest.approx(12 - half / 2), pytest.approx(12 + half / 2)),
    ]
    assert (figure.games, figure.seed) == (12, "s")
    assert [(one.title, one.digits) for one in figure.columns] == [
        ("game", 0),
        ("mean", 2),
        ("low", 2),
        ("high", 2),
    ]
    assert figure.note.startswith("Sessions of 2 games with one partner, each with a new agent.")


@pytest.mark.parametrize(
    ("more", "options"),
    [
        ({}, ""),
        ({"session": 3}, " --session 3"),
        ({"session": 2, "shown": 5}, " --session 2 --shown 5"),
    ],
)
def test_the_command_has_what_the_report_was_made_with(more: dict[str, int], options: str) -> None:
    assert command(
        a_report(**REPORT | more | {"seed": "two words", "pool": "rules:a;rules:b"})
    ) == (
        "manage.py evaluate rules:a --pool 'rules:a;rules:b' --games 6 --seed 'two words' "
        f"--scoring zero --players 3{options}"
    )
