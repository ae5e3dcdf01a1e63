"""How much an agent plays under a protocol, and what the command of standings prints and keeps."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from agents import registry
from agents.contract import AgentError
from agents.entry import Entry
from agents.pools import freezing
from agents.pools.freezing import Frozen
from analysis.protocols import lines, protocol, standing
from analysis.protocols.lines import MOST_GAMES
from analysis.protocols.protocol import PROTOCOLS, Protocol, find, most_games
from analysis.protocols.standing import Standing, Standings, play, standing_of

PIERS = registry.find("rules:piers")
SLOW = registry.find("search:1000:rules:focus")


def slow(seconds: float) -> Entry:
    return replace(SLOW, seconds=seconds)


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> Protocol:
    """Two partners, three seeds of ten games with each, five in a row."""
    names = ("rules:iggi", "rules:outer")
    frozen = Frozen("two", 1, tuple((name, "") for name in names), ("a", "b", "c"), 10)
    monkeypatch.setattr(freezing, "load", lambda _: frozen)
    monkeypatch.setattr(freezing, "addresses", lambda _: list(names))
    return Protocol("two", "Two", "", "two@1", session=5, players=2)


def test_whoever_thinks_long_plays_so_many_games_as_fit_into_the_time() -> None:
    assert most_games(slow(1.0), 2) == 140
    assert most_games(slow(0.35), 2) == most_games(slow(0.01), 2) == 400
    assert most_games(slow(0.5), 2) == 280
    assert most_games(PIERS, 2) == 10**9


@pytest.mark.parametrize(
    ("games", "played"),
    [
        (60, [("a", 10), ("b", 10), ("c", 10)]),
        (59, [("a", 10), ("b", 10)]),
        (41, [("a", 10), ("b", 10)]),
        (39, []),
        (10, []),
    ],
)
def test_a_slow_agent_has_whole_sessions_of_the_first_seeds_or_none(
    two: Protocol, games: int, played: list[tuple[str, int]]
) -> None:
    """Games are counted over both members, and four sessions are the fewest."""
    plans = two.plans(slow(140 / games - 1e-9), threads=3)
    assert [(plan.seed, plan.games) for plan in plans] == played
    assert all((plan.session, plan.threads, plan.shown) == (5, 3, 0) for plan in plans)


def test_four_sessions_are_enough(two: Protocol) -> None:
    four = replace(two, session=2, shown=5)
    (plan,) = four.plans(slow(140 / 16 - 1e-9))
    assert (plan.games, plan.session, plan.shown) == (8, 2, 5)
    assert four.plans(slow(140 / 15)) == []


def test_without_a_pool_an_agent_meets_itself_alone(two: Protocol) -> None:
    mirror = Protocol("mirror", "", "")
    assert mirror.partners(PIERS) == [PIERS]
    assert (mirror.versions, mirror.adaptive) == ("", "")
    assert [plan.games for plan in mirror.plans(PIERS)] == [10, 10, 10]
    with pytest.raises(AgentError, match="Protocol mirror is self-play"):
        lines.measure(mirror)


def test_who_knows_all_partners_knows_the_pool_or_those_of_it_that_play_quickly(
    two: Protocol,
) -> None:
    assert two.adaptive == "adaptive:0:two@1"
    assert replace(two, quick=True).adaptive == "adaptive:0:rules:iggi+rules:outer"


def test_versions_of_the_partners_are_told_in_eight_characters(
    two: Protocol, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = two.versions
    assert len(before) == 8
    later = Frozen("two", 1, (("rules:iggi", "2"), ("rules:outer", "")), ("a",), 10)
    monkeypatch.setattr(freezing, "load", lambda _: later)
    assert len({before, two.versions}) == 2


def test_nobody_plays_under_a_protocol_for_other_tables(two: Protocol) -> None:
    assert play(two, replace(PIERS, players=(3,))) is None
    found = play(two, PIERS)
    assert found is not None
    assert (found.agent, found.version, found.met) == (PIERS.address, PIERS.version, two.versions)


def test_a_protocol_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(AgentError, match=r"no protocol chess\. There are mirror, literature7"):
        find("chess")
    assert find("mirror") is PROTOCOLS["mirror"]


def test_what_an_agent_reached_is_summed_by_deal_and_by_member() -> None:
    points = np.array([[5, 7, 9], [1, 2, 3]])
    struck = np.array([[False, True, False], [True, False, True]])
    found = standing_of("a", "1", 3, points, struck)
    assert found == Standing("a", "1", 3, (6, 9, 12), (1, 7, 3), ((21, 7), (6, 4)), 3)
    assert found.games == 6
    assert found.values("stacks").tolist() == [3, 4.5, 6]
    assert found.values("zero").tolist() == [2.5, 1, 4.5]
    assert found.by_member("zero").tolist() == pytest.approx([14 / 3, 2 / 3])
    assert [one.value for one in found.by_game("zero")] == [2.5, 1, 4.5]
    assert found.mean("zero").units == 1


def test_lines_and_agents_stand_in_place_of_earlier_ones_of_their_names() -> None:
    def made(name: str, points: int) -> Standing:
        return Standing(name, "1", 1, (points,), (0,), ((points, 0),), 0)

    stored = Standings("two", "two@1", (made("a", 1), made("b", 2)), (made("best member", 3),))
    later = stored.with_agents([made("c", 4), made("a", 5)])
    points = {one.agent: one.points for one in later.agents}
    assert list(points.items()) == [("a", (5,)), ("b", (2,)), ("c", (4,))]
    assert later.lines == stored.lines
    lined = stored.with_lines([made("best member", 6), made("Bayes", 7)])
    assert [(one.agent, one.points) for one in lined.lines] == [
        ("best member", (6,)),
        ("Bayes", (7,)),
    ]
    assert lined.agents == stored.agents
    assert [one.agent for one, _ in stored.best_first("stacks")] == ["b", "a"]


def test_lines_are_chosen_over_the_first_seeds_and_no_more_games_than_are_meant(
    two: Protocol, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At least those of one seed."""
    members = two.members()
    for most, deals in ((4 * 30, 30), (4 * 29, 20), (4 * 9, 10), (0, 10)):
        monkeypatch.setattr(lines, "MOST_GAMES", most)
        points, struck = lines._table(two, members, 1)
        assert points.shape == struck.shape == (2, 2, deals)
    assert MOST_GAMES == 4_000_000


def test_the_command_prints_places_and_lines_and_keeps_them(
    two: Protocol, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(standing, "FOLDER", tmp_path / "stored")
    monkeypatch.setattr(protocol, "PROTOCOLS", {"two": two})
    line = standing_of("best member", "", 5, np.full((2, 20), 12), np.zeros((2, 20), bool))
    monkeypatch.setattr(lines, "measure", lambda *_: [line])

    def printed(*options: str) -> tuple[list[str], list[str]]:
        out, err = StringIO(), StringIO()
        call_command("standings", "two", *options, threads=1, stdout=out, stderr=err)
        return out.getvalue().splitlines(), err.getvalue().splitlines()

    first, told = printed("rules:piers", "rules:iggi", "--field", "--lines", "--store")
    assert told == ["rules:iggi ...", "rules:outer ...", "rules:piers ..."]
    kept = standing.load(two)
    assert [one.agent for one in kept.agents] == ["rules:iggi", "rules:outer", "rules:piers"]
    assert kept.lines == (line,)
    assert first[0] == "place   mean (95%)"
    for text, (one, (best, worst)) in zip(first[1:], kept.best_first("zero"), strict=False):
        found = one.mean("zero")
        place = f"{best}" if best == worst else f"{best}–{worst}"
        assert text.split()[:5] == [
            place,
            f"{found.value:.2f}",
            f"({found.low:.2f}",
            "to",
            f"{found.high:.2f})",
        ]
        assert one.agent in text
    assert first[-1].startswith(" line   12.00 (5.67 "), "four equal sessions settle nothing"
    assert first[-1].endswith("  best member")
    again, told = printed()
    assert (again, told) == (first, [])
    late = replace(PIERS, address="rules:late", players=(5,))
    monkeypatch.setattr("analysis.management.commands.standings.challenger", lambda _: late)
    assert printed("rules:late")[1] == [
        "rules:late ...",
        "rules:late is too slow for this number of partners, or for this table.",
    ]


def test_the_command_refuses_a_protocol_that_there_is_not() -> None:
    with pytest.raises(CommandError, match="There is no protocol chess") as error:
        call_command("standings", "chess")
    assert error.value.returncode == 2
