"""Which games an experiment's size is learnt from, and where their scores differ."""

from __future__ import annotations

import pytest

from analysis.models import TraceSeat
from analysis.statistics.power import Components
from analysis.studies.power_figures import scores_here, varies
from tests.analysis.test_partners_scores import people, seat


@pytest.mark.django_db
def test_an_experiments_size_is_learnt_from_finished_games_of_known_people_with_agents() -> None:
    one, other = people(2)
    for person, score, facts in (
        (one, 10, {}),
        (one, 12, {}),
        (other, 20, {"address": "rules:b"}),
        (one, 1, {"finished": False}),
        (one, 2, {"company": "agents"}),
        (one, 3, {"kind": "changed"}),
        (None, 4, {}),
    ):
        seat(score, person, **facts)
    found = scores_here(TraceSeat.objects.all(), "stacks")
    assert found == {"rules:a": {one.pk: [10, 12]}, "rules:b": {other.pk: [20]}}


def test_where_scores_differ_is_told_in_points_and_shares() -> None:
    figure = varies(Components(person=9, pairing=1, game=6.25, people=7, games=40))
    assert [row[1] for row in figure.rows] == [3, 1, 2.5]
    assert [row[2] for row in figure.rows] == pytest.approx([9 / 16.25, 1 / 16.25, 6.25 / 16.25])
    assert [str(row[0]).split(":")[0] for row in figure.rows] == [
        "people",
        "people with partners",
        "games",
    ]
    assert (figure.games, figure.note[:20]) == (40, "Learnt from 7 people")
