"""Addresses name agents, and wrong ones are refused in words."""

from __future__ import annotations

import pytest

from agents import registry
from agents.contract import AgentError
from native import Rules


def test_every_named_agent_has_title_prose_and_version() -> None:
    for entry in registry.seatable():
        assert entry.title
        assert entry.summary.endswith(".")
        assert entry.version


def test_a_chromosome_is_an_agent() -> None:
    entry = registry.find("genes:67,21,8,52,33")
    assert entry.rule_list(2) is not None


def test_versions_differ_when_lists_differ() -> None:
    assert registry.find("genes:8,13,34").version != registry.find("genes:8,34,13").version


@pytest.mark.parametrize(
    "address",
    ["", "piers", "rules:", "rules:nobody", "genes:", "genes:1,two", "genes:135", "genes:-1",
     "genes:1,,2", "genes:" + ",".join(["1"] * 73), "genes:١", "no:such"],
)  # fmt: skip
def test_an_address_that_names_nobody_is_refused_in_words(address: str) -> None:
    with pytest.raises(AgentError, match=r"^[A-Z].*\."):
        registry.find(address)


def test_an_agent_that_cannot_play_with_so_many_says_so() -> None:
    entry = registry.find("rules:nyu_2019")
    with pytest.raises(AgentError, match="not 6"):
        entry.refuse_unless_seatable(Rules.standard(6), with_people=True)
