"""Which of an agent's evaluations and versions its page shows."""

from typing import Any

import pytest

from analysis.models import TraceSeat
from analysis.partners import adhoc
from analysis.views import partners as view
from tests.analysis.conftest import records
from tests.analysis.test_evaluate_figures import REPORT
from tests.analysis.test_partners_scores import people, seat
from tests.reports import a_report

FACTS = {
    "version": "1",
    "sem": 0.5,
    "worst": 8.0,
    "strikeouts": 0.25,
    "distribution": [2, 4],
    "generalist": 12.0,
    "oracle": 13.0,
}


@pytest.mark.django_db
def test_versions_stand_by_their_finished_games() -> None:
    (person,) = people(1)
    for version, finished in (("2", True), ("1", True), ("3", False), ("1", True), ("0", True)):
        seat(10, person, version=version, finished=finished)
    assert view._versions(TraceSeat.objects.all()) == [("1", 2), ("0", 1), ("2", 1)]


def test_small_pools_are_shown_one_by_one_and_sessions_game_by_game() -> None:
    places: list[dict[str, Any]] = [{"mean": 9.0, "sem": 1.0}, {"mean": 12.0, "sem": 0.5}]
    sessions = REPORT | {"session": 2, "by_game": places}
    member = REPORT["members"][0]
    full = sessions | {"members": [member] * adhoc.MOST_CHOSEN}
    large = sessions | {"members": [member] * (adhoc.MOST_CHOSEN + 1)}
    figures = view._with_each([a_report(**fields) for fields in (REPORT, large, full)])
    assert [figure.name for figure in figures] == [
        *("members-1", "members-2", "sessions-2", "sessions-3")
    ]
    assert [len(figure.rows) for figure in figures] == [2, adhoc.MOST_CHOSEN, 2, 2]


def test_kinds_of_partners_are_compared_only_if_there_are_two() -> None:
    one = adhoc.with_pool(a_report(**REPORT | FACTS), "1")
    assert view._with_agents([one], "zero") == []
    assert [figure.name for figure in view._with_agents([one, one], "zero")] == ["adhoc", "spread"]


def test_the_row_of_a_pool_has_every_figure_of_the_evaluation() -> None:
    one = adhoc.with_pool(a_report(**REPORT | FACTS), "1")
    figure = view._with_agents([one, one], "zero")[0]
    row = records(figure)[0]
    assert row["low"] == pytest.approx(10 - 2.5705818 * 0.5)
    assert row["high"] == pytest.approx(10 + 2.5705818 * 0.5)
    assert row.pop("command").startswith("manage.py evaluate rules:a --pool pool:p --games 6 ")
    assert {name: value for name, value in row.items() if name not in ("low", "high")} == {
        "with": "p",
        "mean": 10,
        "games": 12,
        "members or people": 2,
        "struck out": 0.25,
        "worst member": 8,
        "best fixed agent": 12,
        "best partners": 13,
        "seed": "s",
    }
    assert (figure.games, figure.seed) == (24, "s")
