"""A move of random play stays as cheap as it is."""

import subprocess
from typing import Any

import pytest

from agents.kinds.conv import levels
from native.rulebase import find
from tests.bench.instructions import NoCallgrind, driver, instructions_per_move
from tests.bench.rules import LISTS

pytestmark = pytest.mark.slow


def assert_no_more(measured: int, players: int, agent: Any = (), rollouts: int = 0) -> None:
    """Fail if a move costs over a tenth more instructions than were measured."""
    try:
        counted = instructions_per_move(players, agent, rollouts)
    except NoCallgrind as missing:
        pytest.skip(f"Instructions were not counted: {missing}.")
    assert counted < 1.1 * measured


@pytest.mark.parametrize(("players", "measured"), [(2, 289), (5, 334)])
def test_a_move_costs_no_more_instructions_than_measured(players: int, measured: int) -> None:
    assert_no_more(measured, players)


def test_instructions_are_counted_over_the_moves_of_random_play() -> None:
    """The Hanabi Learning Environment's random games of two last 12.74-12.78 moves."""
    try:
        program = driver()
    except NoCallgrind as missing:
        pytest.skip(f"The driver was not built: {missing}.")
    command = [str(program), "2", "100000", "0"]
    moves = int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert abs(moves / 100_000 - 12.76) < 0.06


MEASURED = {"15 cheap rules": 589, "iggi": 532, "piers": 642, "elite (0.45, 0.8)": 723}


@pytest.mark.parametrize("name", LISTS)
def test_a_move_of_a_rule_list_costs_no_more_instructions_than_measured(name: str) -> None:
    assert_no_more(MEASURED[name], 2, [find(key) for key in LISTS[name]])


@pytest.mark.parametrize(("players", "measured"), [(2, 2_735_000), (3, 2_215_000)])
def test_looking_ahead_costs_no_more_instructions_than_measured(
    players: int, measured: int
) -> None:
    assert_no_more(measured, players, [find(key) for key in LISTS["piers"]], 200)


def test_looking_ahead_with_conventions_costs_no_more_instructions_than_measured() -> None:
    assert_no_more(20_900_000, 2, levels.read("expert"), 40)
