"""How much an agent plays under a protocol, and what the command of standings prints and keeps."""

from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command

from agents import registry
from agents.contract import AgentError
from agents.entry import Entry
from agents.pools import freezing
from agents.pools.freezing import Frozen
from analysis.protocols import families, protocol, standing
from analysis.protocols.protocol import FIELD, PROTOCOLS, Protocol, find
from analysis.protocols.standing import Standing, Standings, ahead, play, standing_of
from analysis.statistics import mean

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


def test_without_a_pool_an_agent_meets_itself_alone(two: Protocol) -> None:
    mirror = Protocol("mirror", "", "")
    assert mirror.partners(PIERS) == [PIERS]
    assert (mirror.versions, mirror.adaptive) == ("", "")
    assert [plan.games for plan in mirror.plans(PIERS)] == [10, 10, 10]
    with pytest.raises(AgentError, match="Protocol mirror is self-play"):
        standing.measure(mirror)


def test_the_adaptive_agent_of_a_protocol_knows_its_pool_or_its_quick_members(
    two: Protocol,
) -> None:
    assert two.adaptive == "adaptive:0:two@1"
    assert replace(two, quick=True).adaptive == "adaptive:0:rules:iggi+rules:outer"


def test_an_agent_does_not_play_a_protocol_of_a_table_size_it_cannot_play(two: Protocol) -> None:
    assert play(two, replace(PIERS, players=(3,))) is None
    found = play(two, PIERS)
    assert (found.agent, found.version, found.met) == (PIERS.address, PIERS.version, two.versions)


def test_an_unknown_protocol_is_refused_with_the_list_of_protocols() -> None:
    with pytest.raises(AgentError, match=r"no protocol chess\. There are mirror, literature7"):
        find("chess")
    assert find("mirror") is PROTOCOLS["mirror"]


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


def test_the_command_prints_and_stores_ranks_and_lines(
    two: Protocol, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(standing, "FOLDER", tmp_path / "stored")
    monkeypatch.setattr(protocol, "PROTOCOLS", {"two": two})
    line = standing_of("best member", "", 5, np.full((2, 20), 12), np.zeros((2, 20), bool))
    monkeypatch.setattr(standing, "measure", lambda *_: [line])

    def printed(*options: str) -> tuple[list[str], list[str]]:
        out, err = StringIO(), StringIO()
        call_command("standings", "two", *options, threads=1, stdout=out, stderr=err)
        return out.getvalue().splitlines(), err.getvalue().splitlines()

    first, told = printed("rules:piers", "rules:iggi", "--field", "--lines", "--store")
    assert told == ["rules:iggi ...", "rules:outer ...", "rules:piers ..."]
    kept = standing.load(two)
    assert [one.agent for one in kept.agents] == ["rules:iggi", "rules:outer", "rules:piers"]
    assert kept.lines == (line,)
    assert first[0].startswith("place   mean (95%)")
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
    (settled,) = [text for text in first if text.endswith("  best member")]
    assert settled.startswith(" line   12.00 (5.67 "), "four equal sessions settle nothing"
    again, told = printed()
    assert (again, told) == (first, [])
    late = replace(PIERS, address="rules:late", players=(5,))
    monkeypatch.setattr("analysis.management.commands.standings.challenger", lambda _: late)
    assert printed("rules:late")[1] == [
        "rules:late ...",
        "rules:late is too slow for this number of partners, or for this table.",
    ]


POINTS = np.array([[10, 20, 6, 8], [4, 0, 2, 12]])
STRUCK = np.array([[False, True, False, False], [True, False, False, False]])


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


def standing_numbers(agent: str, points: list[int], session: int = 1) -> Standing:
    return Standing(agent, "1", session, tuple(points), (0,) * len(points), ((1, 0),), 0)


def test_agents_are_compared_over_their_shared_sessions() -> None:
    long = standing_numbers("a", [1, 3, 5, 7, 0, 0], 2).units("stacks")
    short = standing_numbers("b", [0, 2, 2, 4], 2).units("stacks")
    assert ahead(long, short) == mean([1.0, 3.0])
    assert ahead(short, long).value == -2


def test_lines_are_chosen_by_games_that_a_strike_did_not_end() -> None:
    """The first has more cards with the partner, and loses them all."""
    points = np.array([[[20, 20, 20, 20]], [[9, 9, 9, 9]]])
    struck = np.zeros(points.shape, bool)
    struck[0] = True
    generalist, best_member = standing.chosen(points, struck, 2)
    assert (generalist.agent, best_member.agent) == (standing.GENERALIST, standing.BEST_MEMBER)
    assert generalist.points == best_member.points == (9, 9, 9, 9)
    assert (generalist.session, generalist.struck) == (2, 0)


def test_every_member_plays_with_every_other_and_with_itself() -> None:
    members = [address for address, _ in freezing.load(FIELD).members]
    pairs = {(pair.one, pair.other) for pair in families.wanted()}
    assert len(pairs) == len(members) * (len(members) + 1) / 2
    assert all((one, one) in pairs for one in members)
