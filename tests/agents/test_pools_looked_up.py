"""A pool's members are looked up when they may have changed, and play on where they would stop."""

from dataclasses import replace

import pytest

from agents import registry
from agents.contract import AgentError
from agents.pools import members, policies


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every address that is looked up."""
    looked_up: list[str] = []
    find = registry.find

    def listening(address: str) -> registry.Entry:
        looked_up.append(address)
        return find(address)

    monkeypatch.setattr(registry, "find", listening)
    return looked_up


def test_members_of_runs_that_may_still_learn_are_looked_up_every_time(found: list[str]) -> None:
    for _ in range(2):
        members.members("mwum:knowing-2", 2)
        found.append("again")
    once = found.index("again")
    assert found[once + 1 : -1]


def test_other_members_are_looked_up_again_only_after_an_archive_was_written(
    found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = "rules:iggi+rules:outer"
    sizes = []
    for changed in ((1, 0), (1, 0), (2, 0)):
        monkeypatch.setattr(members, "changed", lambda _, changed=changed: changed)
        assert [one.address for one in members.members(pool, 2)] == ["rules:iggi", "rules:outer"]
        sizes.append(len(found))
    assert 0 < sizes[0] == sizes[1] < sizes[2]


def test_a_faithful_elite_plays_on_in_a_pool_where_it_would_give_up() -> None:
    address = "elite:paper-1/9,16"
    (entry,) = policies.policies(address, 2).entries
    faithful = registry.find(address)
    assert entry.version == faithful.playing_on().version != faithful.version


def test_a_pool_for_larger_tables_leaves_out_agents_that_do_not_play_with_two(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    iggi, outer = (registry.find(address) for address in ("rules:iggi", "rules:outer"))
    seated = [replace(iggi, players=(3, 4)), outer]
    monkeypatch.setattr(policies, "members", lambda _pool, _players: seated)
    made = policies._policies.__wrapped__("both", 3, ())
    assert ([one.address for one in made.entries], made.players) == (["rules:outer"], 3)


def test_a_kind_as_a_pool_has_its_named_agents() -> None:
    assert members.addresses("hat") == list(registry.kind("hat").NAMED)  # type: ignore[union-attr]
    with pytest.raises(AgentError, match="names a part twice"):
        members.addresses("hat+hat")


def test_a_searchs_version_changes_with_each_part_of_its_setting() -> None:
    settings = ("200", "300", "200,stacks", "200,together", "200,stacks,together")
    versions = {registry.find(f"search:{setting}:rules:focus").version for setting in settings}
    assert len(versions) == len(settings)


def test_rule_lists_are_those_of_the_size_of_the_table() -> None:
    for players in (2, 4):
        listed = registry.rule_lists(players)
        assert listed
        for entry, rules in listed:
            own = entry.rule_list(players)
            assert rules.rules == own.rules
