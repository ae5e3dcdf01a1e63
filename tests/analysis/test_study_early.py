"""A game counts from its tenth move on, and a sitting lasts while a game does."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from analysis.models import Assignment, Study
from analysis.studies.assignment import next_table, take_part
from analysis.studies.export import games_table
from analysis.studies.steps import EARLY, counted, counts
from game.models import Player, Table
from game.tables import changes
from game.tables.state import load

pytestmark = pytest.mark.django_db


def given_up(study: Study, player: Player, order: int, moves: int) -> Table:
    """A game of so many moves, each the last legal one: a clue or a discard."""
    table = next_table(take_part(study, player), player, order)
    for _ in range(moves):
        state = load(table.slug)
        assert state.game is not None
        seat = state.game.to_move
        assert seat is not None
        actor = changes.Actor(player=player) if seat == 0 else changes.Actor(agent_seat=seat)
        move = state.game.view(seat).legal_moves()[-1]
        changes.submit(table.slug, actor, move, state.table.version)
    changes.give_up(table.slug, player, load(table.slug).table.version)
    table.refresh_from_db()
    return table


def test_a_game_given_up_counts_from_its_tenth_move_on(study: Study, alice: Player) -> None:
    tables = [given_up(study, alice, order, moves) for order, moves in ((1, EARLY - 1), (2, EARLY))]
    assert [counts(table) for table in tables] == [False, True]
    assert [game.order for game in counted(study.assignments.all())] == [2]
    rows = list(games_table(study).rows())
    assert [(row["moves"], row["counts"]) for row in rows] == [(EARLY - 1, 0), (EARLY, 1)]


def test_a_sitting_goes_on_for_an_hour_after_a_long_game(study: Study, alice: Player) -> None:
    for order in (1, 2, 3):
        given_up(study, alice, order, 0)
    noon = timezone.now()
    for order, (begun, over) in enumerate(((0, 100), (150, 160), (221, 230)), start=1):
        game = Assignment.objects.get(order=order)
        Assignment.objects.filter(pk=game.pk).update(assigned=noon + timedelta(minutes=begun))
        Table.objects.filter(pk=game.table_id).update(finished=noon + timedelta(minutes=over))
    assert [row["session"] for row in games_table(study).rows()] == [1, 1, 2]
