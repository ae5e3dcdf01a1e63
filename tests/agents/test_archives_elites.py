"""Elites of archives are agents with addresses."""

from __future__ import annotations

import pytest

from agents import registry
from agents.archives import runs
from agents.contract import AgentError
from native import Game, Rules
from tests.agents.small_runs import continued, made

pytestmark = pytest.mark.usefixtures("small_runs")


def some_place(run: str) -> str:
    cell = runs.load(run).cells[-1]
    return f"elite:{run}/{cell.row},{cell.column}"


def test_an_elite_has_the_rules_of_its_cell() -> None:
    archive = made("small")
    entry = registry.find(some_place("small"))
    rules = entry.rule_list(2)
    assert rules is not None
    assert tuple(rule.gene for rule in rules.rules) == archive.cells[-1].genes
    assert entry.title.startswith("Elite ")
    assert entry.title.endswith(" of small")
    assert "points with itself" in entry.summary


def test_an_elite_can_sit_at_a_table() -> None:
    made("small")
    agent = registry.find(some_place("small")).agent("seed")
    game = Game(Rules.standard(2), seed="deck")
    decision = agent.decide(game.view(0))
    game.play(decision.move)
    assert decision.why


def test_the_same_genes_have_the_same_version_in_every_run_of_a_mode() -> None:
    made("one")
    made("two")
    genes = ",".join(map(str, runs.load("one").cells[-1].genes))
    one, two = (registry.find(some_place(run)) for run in ("one", "two"))
    assert one.version == two.version
    assert one.playing_on().version == registry.find(f"genes:{genes}").version


def test_an_elite_is_looked_up_anew_while_its_run_goes_on() -> None:
    made("growing", individuals=100)
    before = runs.load("growing")
    continued("growing", individuals=300)
    replaced = [
        (old, new)
        for old in before.cells
        if (new := runs.load("growing").by_place.get((old.row, old.column)))
        and new.genes != old.genes
    ]
    old, new = replaced[0]
    entry = registry.find(f"elite:growing/{old.row},{old.column}")
    rules = entry.rule_list(2)
    assert rules is not None
    assert tuple(rule.gene for rule in rules.rules) == new.genes


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("", "Write an elite as run, row and column"),
        ("small", "Write an elite as run, row and column"),
        ("small/1;2", "Write an elite as run, row and column"),
        ("nobody/0,0", "There is no run nobody. Runs: "),
        ("../small/0,0", "Write an elite"),
        ("SMALL/0,0", "A run's name is"),
        ("small/4,99", "Cell 4,99 of the run small is empty."),
    ],
)
def test_a_place_without_an_elite_is_refused_in_words(place: str, words: str) -> None:
    made("small")
    with pytest.raises(AgentError) as refusal:
        registry.find(f"elite:{place}")
    assert words in str(refusal.value)
