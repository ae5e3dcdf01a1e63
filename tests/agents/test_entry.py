"""What an address stands for: at which tables it sits, how it is simulated, and who cannot."""

from dataclasses import replace

import pytest

from agents import registry
from agents.contract import AgentError
from agents.entry import without_seed
from native import Rules
from native.play.blueprint import Blueprint
from native.rulebase import Mode
from tests.agents import toy_kind

TOY = toy_kind.entry("toy:first")


@pytest.mark.parametrize(
    ("rules", "people", "words"),
    [
        (Rules.standard(4), False, "Toy plays with 2, 3 players, not 4."),
        (Rules.standard(3, "Rainbow (5 Suits)"), False, ""),
        (Rules.standard(3, "No Variant"), True, ""),
        (Rules.standard(3, "6 Suits"), True, "The toy knows five suits."),
    ],
)
def test_an_agent_is_refused_with_the_reason_at_tables_whose_rules_it_does_not_play(
    rules: Rules, people: bool, words: str
) -> None:
    assert TOY.plays_at(rules) == (not words)
    if not words:
        TOY.refuse_unless_seatable(rules, with_people=people)
        return
    with pytest.raises(AgentError) as refusal:
        TOY.refuse_unless_seatable(rules, with_people=people)
    assert str(refusal.value) == words


def test_an_agent_that_sees_every_hand_plays_with_agents_only() -> None:
    seer = replace(TOY, sees_everything=True)
    seer.refuse_unless_seatable(Rules.standard(2), with_people=False)
    with pytest.raises(AgentError, match=r"^Toy sees every hand, so it plays with agents only\.$"):
        seer.refuse_unless_seatable(Rules.standard(2), with_people=True)


def test_only_an_agent_that_takes_over_a_tenth_of_a_second_thinks_long() -> None:
    assert not replace(TOY, seconds=0.1).thinks_long
    assert replace(TOY, seconds=0.11).thinks_long


def test_an_agent_without_randomness_ignores_its_seed() -> None:
    agent = TOY.agent("one")
    assert without_seed(agent)("any") is agent
    assert TOY.agent("other") is agent


def test_an_agent_that_decides_in_python_has_no_blueprint() -> None:
    assert not TOY.plays_in_core
    assert TOY.rule_list(2) is None
    assert TOY.in_core(2) is None
    assert TOY.playing_on() is TOY
    assert TOY.refusal(Rules.standard(2)) == ""


def test_a_rule_list_plays_in_its_own_mode_or_the_requested_one() -> None:
    elite = registry.find("elite:paper-1/9,16")
    assert elite.plays_in_core
    modes = {mode: elite.rule_list(2, mode) for mode in (None, Mode.FAITHFUL, Mode.CLEAN)}
    assert modes[None] == modes[Mode.FAITHFUL] != modes[Mode.CLEAN]
    assert elite.playing_on().rule_list(2) == modes[Mode.CLEAN]
    for mode, rules in modes.items():
        simulated = elite.in_core(2, mode)
        assert simulated.config == rules


def test_a_blueprint_is_preferred_to_a_list_and_made_for_the_table_size() -> None:
    asked: list[int] = []

    def blueprint(players: int) -> Blueprint:
        asked.append(players)
        return Blueprint.of(registry.find("rules:piers").rule_list(players))  # type: ignore[arg-type]

    both = replace(registry.find("rules:iggi"), blueprint=blueprint)
    simulated = both.in_core(3)
    assert simulated.config == registry.find("rules:piers").rule_list(3)
    assert asked == [3]
