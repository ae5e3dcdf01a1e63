"""The figures that an experiment's owner sees: how games ended, and in which orders agents came."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from analysis.models import Assignment, Study
from analysis.studies import study_figures
from analysis.studies.assignment import take_part
from analysis.studies.steps import EARLY
from analysis.studies.study_figures import balance, places
from game.models import Player
from tests.game.conftest import login

pytestmark = pytest.mark.django_db


def drawn(study: Study, player: Player, *games: tuple[int, int, str]) -> None:
    """Games of a person by order, attempt and agent; nobody has played them."""
    for order, attempt, agent in games:
        Assignment.objects.create(
            study=study,
            participation=take_part(study, player),
            number=study.assignments.count(),
            order=order,
            attempt=attempt,
            address=f"rules:{agent}",
            assigned=timezone.now(),
        )


def test_orders_are_counted_by_person_without_practice_and_second_attempts(
    study: Study, alice: Player, bob: Player
) -> None:
    drawn(study, alice, (0, 1, "outer"), (1, 1, "iggi"), (2, 1, "piers"), (2, 2, "iggi"))
    drawn(study, bob, (2, 1, "iggi"), (1, 1, "piers"), (3, 1, "piers"))
    figure = places(study)
    assert [column.title for column in figure.columns] == [
        *("agent", "game 1", "game 2", "game 3", "after IGGI", "after Piers"),
    ]
    assert figure.rows == [("IGGI", 1, 1, 0, 0, 1), ("Piers", 1, 1, 1, 2, 0)]
    assert figure.games == 5


def test_the_balance_leaves_out_practice_games_and_agents_not_drawn_from_a_large_pool(
    study: Study, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn(study, alice, (0, 1, "outer"), (1, 1, "iggi"), (1, 2, "iggi"))
    whole = balance(study)
    assert [row[:3] for row in whole.rows] == [("IGGI", 2, 1), ("Outer", 0, 0), ("Piers", 0, 0)]
    assert (whole.games, whole.seed) == (2, "7")
    assert "permuted blocks" in whole.note
    assert whole.traces
    monkeypatch.setattr(study_figures, "MOST_SHOWN", 2)
    part = balance(study)
    assert [row[0] for row in part.rows] == ["IGGI"]
    assert part.note.endswith(" 1 of the 3 agents were drawn so far.")


def test_a_game_is_given_up_at_the_start_until_its_tenth_move() -> None:
    ended = study_figures._ended
    assert ended("terminated", EARLY - 1) == "given up at the start"
    assert ended("terminated", EARLY) == "given up"
    assert ended("strikeout", 3) == "finished"


def test_a_reference_is_kept_as_far_as_it_fits(study: Study, alice: Player) -> None:
    assert take_part(study, alice, "y" * 70).reference == "y" * 64
    assert take_part(study, alice, "another").reference == "y" * 64
    assert study.participations.count() == 1


def test_one_sees_open_experiments_and_ones_own_the_latest_first(
    client: Client, study: Study, alice: Player, bob: Player
) -> None:
    facts = {"title": "T", "consent": "", "pool": ["rules:a"], "seed": "1"}
    later = Study.objects.create(slug="later", owner=alice, **facts)
    closed = Study.objects.create(slug="closed", owner=bob, open=False, **facts)
    Study.objects.create(slug="lost", owner=None, open=False, **facts)
    page = login(client, bob).get("/analysis/experiments/").context
    assert (list(page["studies"]), list(page["mine"])) == ([later, study], [closed, study])
    assert list(Client().get("/analysis/experiments/").context["mine"]) == []
