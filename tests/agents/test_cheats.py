"""Agents that see every hand sit with agents only, and nobody else sees so much."""

import re

import pytest
from django.core.management import CommandError, call_command

from agents import registry
from agents.arena import simulate
from agents.contract import AgentError, Seer
from game.models import Player
from game.tables import changes
from game.tables.refusals import Refused
from native import Game, Rules

CHEATS = [entry for entry in registry.everyone() if entry.sees_everything]


def test_they_are_marked_and_no_other_agent_is_handed_the_game() -> None:
    assert len(CHEATS) == 8
    for entry in registry.everyone():
        assert isinstance(entry.agent("1"), Seer) == entry.sees_everything


@pytest.mark.long
@pytest.mark.parametrize("entry", CHEATS, ids=lambda entry: entry.address)
def test_each_plays_far_better_than_partners_can_at_random(entry: registry.Entry) -> None:
    result = simulate(Rules.standard(2), [entry] * 2, 50, "cheats", threads=1)
    assert result.mean_stacks > 10


def test_a_view_is_not_enough() -> None:
    with pytest.raises(AgentError, match="must see every hand"):
        CHEATS[0].agent("1").decide(Game(Rules(2), seed=1).view(0))


@pytest.mark.parametrize(
    "address", ["cheat:nobody", "cheat:priority:1", "cheat:clue-cost:3", "cheat:clue-cost:x"]
)
def test_an_address_that_names_no_cheat_is_refused(address: str) -> None:
    known = r"There is no “cheat:nobody”\. Cheats: cheat:\S+, .*"
    price = "Only cheat:clue-cost has a price, 0 to 2: cheat:clue-cost:0.5."
    with pytest.raises(AgentError, match=rf"^({known}|{re.escape(price)})$"):
        registry.find(address)


@pytest.mark.long
@pytest.mark.django_db
def test_people_do_not_sit_with_them() -> None:
    ana = Player.objects.create(name="Ana")
    plans = [changes.SeatPlan(player=ana), changes.SeatPlan(address="cheat:priority")]
    with pytest.raises(Refused, match="sees every hand"):
        changes.create(plans, ana)


@pytest.mark.long
@pytest.mark.django_db
def test_nobody_takes_over_a_seat_beside_one() -> None:
    ana = Player.objects.create(name="Ana")
    plans = [changes.SeatPlan(address="cheat:priority"), changes.SeatPlan(address="rules:iggi")]
    table = changes.create(plans, ana)
    with pytest.raises(Refused, match="sees every hand"):
        changes.take_over(table.slug, ana, 1, table.version)
    changes.take_over(table.slug, ana, 0, table.version)


def test_simulate_plays_them_and_prints_the_same_for_any_threads(
    capsys: pytest.CaptureFixture[str],
) -> None:
    printed = []
    for threads in (1, 2):
        agents = ["cheat:priority", "rules:piers", "hat:information"]
        call_command("simulate", *agents, games=40, seed="s", threads=threads)
        lines = capsys.readouterr().out.splitlines()
        printed.append([line for line in lines if not line.startswith("games_per_second")])
    assert printed[0] == printed[1]
    with pytest.raises(CommandError, match="0 games"):
        call_command("simulate", "cheat:priority", games=0)
