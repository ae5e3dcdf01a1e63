"""Cross-play of families as it is measured, kept, and printed by the command."""

from __future__ import annotations

from dataclasses import replace

from agents import registry
from agents.entry import Entry
from agents.pools import freezing
from analysis.protocols import families
from analysis.protocols.families import games_of
from analysis.protocols.protocol import FIELD, SLOW_SECONDS


def test_every_member_plays_with_every_other_and_with_itself() -> None:
    members = [address for address, _ in freezing.load(FIELD).members]
    pairs = {(pair.one, pair.other) for pair in families.wanted()}
    assert len(pairs) == len(members) * (len(members) + 1) / 2
    assert all((one, one) in pairs for one in members)


def test_a_slow_agent_has_fewer_games_but_never_fewer_than_forty() -> None:
    def taking(seconds: float) -> Entry:
        return replace(registry.find("search:1000:rules:focus"), seconds=seconds)

    quick = registry.find("rules:iggi")
    assert games_of(quick, quick) == 2_000
    slow, slower = SLOW_SECONDS / 7 / 100, SLOW_SECONDS / 7 / 50
    assert games_of(quick, taking(slow)) == games_of(taking(slow), quick) == 100
    assert games_of(taking(slow), taking(slower)) == 50
    assert games_of(taking(SLOW_SECONDS), quick) == 40
