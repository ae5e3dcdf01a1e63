"""The numbers of a standing, of families and of series of runs, each worked out by hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from agents.contract import AgentError
from agents.pools import freezing
from agents.pools.freezing import Frozen
from analysis.protocols import families, lines, protocol
from analysis.protocols.protocol import PROTOCOLS, Protocol, find, most_games
from analysis.protocols.standing import Standing, Standings, ahead, standing_of
from analysis.statistics import mean

POINTS = np.array([[10, 20, 6, 8], [4, 0, 2, 12]])
STRUCK = np.array([[False, True, False, False], [True, False, False, False]])


def entry(**facts: Any) -> Any:
    """An agent as far as its speed goes."""
    blueprint = SimpleNamespace(thinks=facts.pop("thinks", False))
    usual = {"thinks_long": False, "plays_in_core": True, "seconds": 0.1, "address": "x:y"}
    return SimpleNamespace(in_core=lambda _: blueprint, **usual | facts)


def test_a_standing_has_points_by_deal_by_partner_by_session_and_by_place_in_it() -> None:
    made = standing_of("rules:a", "7", 2, POINTS, STRUCK)
    assert (made.points, made.lost) == ((14, 20, 8, 20), (4, 20, 0, 0))
    assert (made.members, made.struck, made.games) == (((44, 20), (18, 4)), 2, 8)
    assert made.values("stacks").tolist() == [7, 10, 4, 10]
    assert made.values("zero").tolist() == [5, 0, 4, 10]
    assert made.units("stacks").tolist() == [8.5, 7]
    assert made.mean("zero") == mean([2.5, 7.0]).within(0, 25)
    assert made.by_member("stacks").tolist() == [11, 4.5]
    assert made.by_member("zero").tolist() == [6, 3.5]
    assert [place.value for place in made.by_game("stacks")] == [5.5, 10]
    assert [place.units for place in made.by_game("zero")] == [2, 2]


def standing(agent: str, points: list[int], session: int = 1) -> Standing:
    return Standing(agent, "1", session, tuple(points), (0,) * len(points), ((1, 0),), 0)


def test_who_is_played_again_takes_the_place_of_the_earlier_row() -> None:
    first, other = standing("rules:a", [1, 2]), standing("rules:b", [3, 4])
    again = standing("rules:a", [5, 6])
    table = Standings("p", "q").with_agents([first, other]).with_agents([again])
    assert table.agents == (again, other)
    lined = table.with_lines([first]).with_lines([again, other])
    assert (lined.lines, lined.agents) == ((again, other), (again, other))
    assert [one.agent for one, _ in table.best_first("stacks")] == ["rules:a", "rules:b"]


def test_two_are_compared_over_the_sessions_that_both_played() -> None:
    long, short = standing("a", [1, 3, 5, 7, 0, 0], 2), standing("b", [0, 2, 2, 4], 2)
    gap = ahead(long, short, "stacks")
    assert gap == mean([1.0, 3.0])
    assert ahead(short, long, "stacks").value == -2


def test_a_slow_agent_plays_as_many_games_as_it_has_time_for() -> None:
    few, many = int(protocol.SLOW_SECONDS / 20.0), int(protocol.SLOW_SECONDS / 0.001)
    assert few < protocol.SLOW_GAMES < many
    assert most_games(entry(thinks_long=True, seconds=20.0), 2) == few
    assert most_games(entry(thinks=True, seconds=0.001), 2) == protocol.SLOW_GAMES
    assert most_games(entry(), 2) == protocol.FAST_GAMES
    assert most_games(entry(plays_in_core=False), 2) == protocol.QUICK_GAMES
    nowhere = entry(seconds=20.0)
    nowhere.in_core = lambda _: None
    assert most_games(nowhere, 2) == few


def test_a_pair_plays_as_many_games_as_the_slower_of_the_two_has_time_for() -> None:
    quick, slow, slower = entry(), entry(thinks=True, seconds=0.1), entry(thinks=True, seconds=0.2)
    assert families.games_of(quick, quick) == families.GAMES
    each = int(protocol.SLOW_SECONDS / 0.2 / families.SLOW_SHARE)
    assert families.games_of(slow, slower) == families.games_of(slower, quick) == each
    assert families.games_of(quick, entry(thinks=True, seconds=1e6)) == families.FEWEST


def test_plans_are_whole_sessions_of_the_first_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    members = (("rules:iggi", ""), ("rules:outer", ""))
    monkeypatch.setattr(freezing, "load", lambda _: Frozen("p", 1, members, ("a", "b", "c"), 20))
    way = Protocol("p", "P", "", "p@1", session=3, shown=2)

    def plans(most: int) -> list[tuple[str, int]]:
        monkeypatch.setattr(protocol, "most_games", lambda *_: most)
        return [(plan.seed, plan.games) for plan in way.plans(entry(), threads=4)]

    assert plans(10**6) == [("a", 18), ("b", 18), ("c", 18)]
    assert plans(2 * 36 + 1) == [("a", 18), ("b", 18)]
    assert plans(2 * 35) == [("a", 18)]
    assert plans(2 * 14) == [("a", 12)]
    assert plans(2 * 11) == []
    monkeypatch.setattr(protocol, "most_games", lambda *_: 10**6)
    (plan, *_) = way.plans(entry(), threads=4)
    assert (plan.session, plan.shown, plan.threads, plan.rules.players) == (3, 2, 4, 2)


def test_lines_are_chosen_by_games_that_a_strike_did_not_end() -> None:
    """The first has more cards with the partner, and loses them all."""
    points = np.array([[[20, 20, 20, 20]], [[9, 9, 9, 9]]])
    struck = np.zeros(points.shape, bool)
    struck[0] = True
    generalist, best_member = lines.chosen(points, struck, 2)
    assert (generalist.agent, best_member.agent) == (lines.GENERALIST, lines.BEST_MEMBER)
    assert generalist.points == best_member.points == (9, 9, 9, 9)
    assert (generalist.session, generalist.struck) == (2, 0)


def test_a_protocol_that_there_is_not_is_refused_by_the_names_of_those_there_are() -> None:
    assert find("mirror") is PROTOCOLS["mirror"]
    with pytest.raises(AgentError, match=r"^There is no protocol chess\. There are mirror, "):
        find("chess")
