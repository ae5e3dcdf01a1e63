"""An agent that learns hears how the earlier games of a series with the same others went."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from agents.contract import Decision
from agents.entry import Entry
from game.models import Player, Seating, Table
from game.tables import agent_turns, changes, series
from game.tables.state import load
from native import View
from tests.game.conftest import seated, step

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Listener:
    """Remembers how many turns each game had that it heard of."""

    heard: tuple[int, ...] = ()
    address: str = "rules:piers"

    def after(self, ended: View) -> "Listener":
        assert ended.seat == 1
        return replace(self, heard=(*self.heard, ended.turn))

    def decide(self, view: View) -> Decision:
        return Decision(view.legal_moves()[-1], "", data={"heard": list(self.heard)})


@pytest.fixture(autouse=True)
def _listener(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(address: str) -> Entry:
        return Entry(address, "Listener", "It listens.", "1", (2,), lambda _seed: Listener())

    monkeypatch.setattr(agent_turns.registry, "find", find)


def moved(table: Table, alice: Player) -> None:
    """Alice makes the last legal move."""
    state = load(table.slug)
    move = state.game.legal_moves()[-1]
    changes.submit(table.slug, changes.Actor(player=alice), move, state.table.version)


def played(table: Table, alice: Player, turns: int) -> Table:
    """So many moves of both, then it is given up."""
    for _ in range(turns):
        if agent_turns.agent_to_move(load(table.slug)):
            step(table.slug)
        else:
            moved(table, alice)
    changes.give_up(table.slug, alice, load(table.slug).table.version)
    return series.play_again(table.slug, alice)


def heard(table: Table) -> Any:
    state = load(table.slug)
    seat = state.seats[1]
    assert seat.kind == Seating.Kind.AGENT
    return agent_turns.decide(state, seat).data["heard"]


def begun(alice: Player) -> Table:
    return seated(alice, "rules:piers")


def test_a_learner_is_given_the_earlier_games_of_the_series_in_order(alice: Player) -> None:
    table = begun(alice)
    expected: list[int] = []
    for turns in (3, 5, 2):
        table = played(table, alice, turns)
        expected.append(turns)
    moved(table, alice)
    assert heard(table) == expected


def test_a_learner_is_given_at_most_the_set_number_of_games(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agent_turns, "MOST_REMEMBERED", 1)
    table = played(played(begun(alice), alice, 2), alice, 4)
    moved(table, alice)
    assert heard(table) == [4]


def test_a_learner_is_not_given_games_with_other_partners(alice: Player, bob: Player) -> None:
    table = played(begun(alice), alice, 2)
    Seating.objects.filter(table__number=1, player=alice).update(player=bob)
    moved(table, alice)
    assert heard(table) == []


def test_outside_a_series_no_games_are_read(alice: Player, django_assert_num_queries: Any) -> None:
    table = begun(alice)
    moved(table, alice)
    now = load(table.slug)
    with django_assert_num_queries(0):
        assert agent_turns.decide(now, now.seats[1]).data["heard"] == []
