"""The named agents score as the published program lets them: in self-play at tables of two to five,
and with each other, as its own runs did (`tests/data/archives`)."""

import csv
import re
from functools import cache
from math import sqrt

import pytest

from agents import registry
from agents.arena import simulate
from native import Rules
from native.play.results import Result
from native.rulebase import Mode
from tests.recorded import ARCHIVES

CROSS_PLAY = ARCHIVES / "pool_2p_3000games.tsv"
BIGGER_TABLES = ARCHIVES / "agents_selfplay_3_4_5p_2000games.txt"

# Mean, communicativeness and risk aversion with two players; their standard error is at most 0.05.
TWO_PLAYERS = {
    "rules:iggi": (17.11, 0.494, 1.0),
    "rules:iggi2": (17.64, 0.456, 0.966),
    "rules:piers": (17.29, 0.588, 0.921),
    "rules:cautious": (16.69, 0.472, 1.0),
    "rules:outer": (14.54, 0.822, 1.0),
    "rules:internal": (11.16, 0.872, 1.0),
    "rules:vdb-paper": (13.75, 0.746, 0.916),
    "rules:flawed": (1.46, 0.065, 0.313),
    "rules:legal_random": (1.23, 0.445, 0.288),
    "rules:clivej": (14.19, 0.859, 1.0),
    "rules:mirror_situational": (20.11, 0.518, 0.858),
    "rules:mixed_situational": (18.76, 0.622, 0.931),
    "rules:elite_045_080": (20.34, 0.513, 0.847),
}
SEM = 0.05
GAMES = 10_000

pytestmark = pytest.mark.slow


@cache
def play(*addresses: str, games: int = GAMES) -> Result:
    entries = [registry.find(address) for address in addresses]
    rules = Rules.standard(len(entries))
    return simulate(rules, entries, games, "published", mode=Mode.FAITHFUL)


@pytest.mark.parametrize("address", TWO_PLAYERS)
def test_two_players_score_and_behave_as_published(address: str) -> None:
    mean, communicativeness, risk_aversion = TWO_PLAYERS[address]
    result = play(address, address)
    assert abs(result.mean_stacks - mean) < 3 * sqrt(result.sem_stacks**2 + SEM**2)
    assert result.all_seats.measures["communicativeness"] == pytest.approx(
        communicativeness, abs=0.01
    )
    assert result.all_seats.measures["risk_aversion"] == pytest.approx(risk_aversion, abs=0.01)


def address_of(name: str) -> str:
    """The address of an agent that the published tables call so."""
    if "," in name:
        return f"genes:{name}"
    named = {"vdb": "vdb-paper", "mixed_situational_2p": "mixed_situational"}
    return f"rules:{named.get(name, name).replace('elite_045_08', 'elite_045_080')}"


def bigger_tables() -> list[tuple[str, int, float, float]]:
    """Agent, players, mean and standard error."""
    found = re.findall(r"^(\w+) +np=(\d) .*?mean=(\S+) sem=(\S+)", BIGGER_TABLES.read_text(), re.M)
    assert len(found) == 30, "ten agents at three sizes of table"
    return [(address_of(name), int(np), float(mean), float(sem)) for name, np, mean, sem in found]


@pytest.mark.parametrize(("address", "players", "mean", "sem"), bigger_tables())
def test_three_to_five_players_score_as_published(
    address: str, players: int, mean: float, sem: float
) -> None:
    result = play(*[address] * players)
    # Of thirty, one in twelve sets has one beyond 3 by chance; theirs has Piers of four at 2.98.
    assert abs(result.mean_stacks - mean) < 3.5 * sqrt(result.sem_stacks**2 + sem**2)


def test_all_pairs_score_as_published_within_noise() -> None:
    """Theirs are 3,000 games a pair, each with the seats drawn by lot."""
    with CROSS_PLAY.open() as file:
        table = {address_of(row.pop("agent")): row for row in csv.DictReader(file, delimiter="\t")}
    errors = {}
    for one, row in table.items():
        for name, mean in row.items():
            two = address_of(name)
            ways = [play(one, two, games=3000), play(two, one, games=3000)]
            ours = sum(way.mean_stacks for way in ways) / 2
            within = sum(way.games * way.sem_stacks**2 for way in ways) / 2
            between = sum((way.mean_stacks - ours) ** 2 for way in ways) / 2
            noise = sqrt(within / 6000 + (within + between) / 3000)
            errors[one, two] = (ours - float(mean)) / noise
    assert len(errors) == 121
    assert {pair: error for pair, error in errors.items() if abs(error) > 4} == {}
    assert sum(error**2 for error in errors.values()) / len(errors) < 2
