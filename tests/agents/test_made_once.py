"""What takes long to read or to make is made once, and handed out again until it changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from agents import faces, partners, profile, registry, scores, with_people
from agents.archives import runs
from agents.generator import evaluation
from agents.kinds import rule_agent, search
from agents.kinds.conv import agent as conv
from agents.kinds.conv import lessons, levels
from agents.kinds.human import learned
from agents.kinds.wary import tuned
from agents.learning import policies as networks
from agents.learning.run import LEARNERS
from agents.mwum import policies as taught
from agents.pools import members
from agents.pools import policies as pools

SEARCH, _, FOCUS = search._parts("search:200:rules:focus")
POOL = "rules:iggi+rules:piers+conv:expert"


def policy(run: str) -> networks.Policy:
    return networks.load(LEARNERS.folder(run) / networks.FILE)


@pytest.mark.parametrize(
    "made",
    [
        lambda: learned.blueprint("proxy"),
        lambda: learned.likelihood("proxy"),
        learned.version,
        lambda: registry.find("rules:piers"),
        lambda: registry.find("cheat:priority"),
        lambda: registry.find("genes:8,13,34"),
        lambda: search._search(SEARCH, FOCUS, 2),
        lambda: lessons.pictures("expert"),
        lambda: levels.blueprint("expert"),
        lambda: conv.version("expert"),
        tuned.blueprint,
        tuned.version,
        lambda: rule_agent.rule_list((8, 13, 34)),
        lambda: taught.load("knowing-2"),
        lambda: policy("small-2p"),
        partners.partners,
        scores.alone,
        with_people.stored,
        lambda: faces.face("rules:piers"),
        lambda: evaluation._game(3),
        lambda: runs.load("paper-1"),
        lambda: runs.load("paper-1").by_place,
        lambda: runs.load("paper-1").valid,
        profile.shipped,
        lambda: profile.profile_of("rules:piers", 2),
        lambda: pools.policies(POOL, 2),
        lambda: pools.policies(POOL, 2).suspects,
        lambda: pools.policies(POOL, 2).blueprints,
        lambda: pools.policies(POOL, 2)._searches,
    ],
)
def test_it_is_the_same_when_asked_again(made: Callable[[], object]) -> None:
    assert made() is made()


def test_members_of_a_pool_are_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = "rules:iggi+rules:outer"
    found = members.members(pool, 2)
    monkeypatch.setattr(members, "addresses", None)
    assert members.members(pool, 2) == found
