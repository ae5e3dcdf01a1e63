"""Protocols: what is played under each, where agents stand, families with each other, memory."""

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from django.test import Client

from agents import registry
from agents.challengers import challenger
from agents.contract import AgentError, Learner
from agents.matchups.playing import Plan, play_games
from agents.matchups.store import missing
from agents.pools import freezing
from agents.pools.freezing import Frozen
from analysis.evaluate.evaluation import evaluate
from analysis.evaluate.pools import pool
from analysis.protocols import families, family_figures, figures, standing
from analysis.protocols.families import FamilyCrossPlay, family
from analysis.protocols.protocol import FIELD, PROTOCOLS, Protocol, is_slow
from analysis.protocols.standing import Standing, Standings, ahead, play
from analysis.rebuilding import find
from native import Rules
from tests.analysis.challengers import Onlooker
from tests.analysis.conftest import records
from tests.game.conftest import said
from tests.matchups import matchups

PIERS, FOCUS = registry.find("rules:piers"), registry.find("rules:focus")
SMALL = Frozen("small", 1, (("rules:iggi", ""), ("rules:outer", "")), ("a", "b"), 6)
TWO = Protocol("two", "Two", "", "small@1", session=3)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A frozen pool of two members, six games with each for each of two seeds."""
    monkeypatch.setattr(freezing, "load", lambda _: SMALL)
    monkeypatch.setattr(freezing, "addresses", lambda _: ["rules:iggi", "rules:outer"])


def made(
    agent: str, points: list[int], lost: list[int] | None = None, session: int = 1
) -> Standing:
    none = [0] * len(points)
    return Standing(agent, "1", session, tuple(points), tuple(lost or none), ((1, 0),), 0)


def test_an_agent_plays_the_seeds_and_games_of_the_frozen_pool(small: None) -> None:
    found = play(TWO, FOCUS)
    games = [play_games([FOCUS], TWO.partners(FOCUS), plan) for plan in TWO.plans(FOCUS)]
    stacks = np.concatenate([one.stacks[0] for one in games], axis=1)
    assert found.points == tuple(stacks.sum(axis=0, dtype=int))
    assert found.games == 2 * 12
    assert found.mean("stacks").value == pytest.approx(stacks.mean())
    assert found.mean("stacks").units == 4  # sessions
    assert found.by_member("stacks") == pytest.approx(stacks.mean(axis=1))
    assert found.mean("zero").value == pytest.approx(
        np.mean([one.scores("zero").mean() for one in games])
    )


def test_a_slow_agent_plays_the_first_of_everybodys_games_or_none() -> None:
    slow = registry.find("search:1000:rules:focus")
    for protocol in PROTOCOLS.values():
        cheap, few = protocol.plans(PIERS), protocol.plans(slow)
        assert len(cheap) == 5
        assert [plan.seed for plan in few] in ([], [cheap[0].seed])
        assert all(plan.games < cheap[0].games for plan in few if protocol.pool)
        assert all(plan.games % protocol.session == 0 for plan in (*cheap, *few))
    assert play(PROTOCOLS["elites"], slow) is None


def test_places_come_from_the_deals_that_two_agents_share() -> None:
    rng = np.random.default_rng(1)
    deals = rng.integers(0, 25, 60)
    good, same = made("good", (deals + 1).tolist()), made("same", deals.tolist())
    few = made("few", (deals[:20] + 1).tolist())
    assert ahead(good.units("stacks"), same.units("stacks")).value == 1.0
    assert ahead(good.units("stacks"), few.units("stacks")).value == 0.0
    table = Standings("two", "", (same, good, few)).best_first("stacks")
    assert {one.agent: place for one, place in table} == {
        "good": (1, 2), "few": (1, 2), "same": (3, 3)
    }  # fmt: skip
    lost = made("lost", (deals + 1).tolist(), (deals + 1).tolist())
    assert lost.mean("zero").value == 0.0


def test_an_agent_without_memory_gains_nothing_from_sessions(small: None) -> None:
    alone = Protocol("anew", "", "", "small@1")
    long, anew = play(TWO, FOCUS), play(alone, FOCUS)
    assert [gain.value for gain in figures.gains(long, anew, "zero")] == [0.0] * 3
    better = made("x", [2, 4, 6] * 3, session=3)
    plain = made("x", [1, 1, 1] * 4)
    assert [gain.value for gain in figures.gains(better, plain, "zero")] == [1.0, 3.0, 5.0]


def test_an_agent_is_shown_its_partner_before_it_plays() -> None:
    plan = Plan(Rules.standard(2), 2, "1", session=1, shown=3)
    agent = challenger("python:tests.analysis.challengers:Onlooker")
    Onlooker.seen.clear()
    play_games([agent], pool("conv:expert", plan.rules).members, plan)
    first, second = Onlooker.seen
    assert [len(first), len(second)] == [4, 4]
    scores = [view.score for view in first[:3]]
    assert min(scores) > 15  # Conventions among themselves,
    assert first[3].score < 10  # and with who knows none.
    assert len({str(view.history) for view in (*first[:3], *second[:3])}) == 6


@pytest.mark.slow
def test_a_learner_believes_what_it_was_shown() -> None:
    agent = registry.find("adaptive:0:literature7+conv")
    assert isinstance(agent.agent("1"), Learner)
    plan = Plan(Rules.standard(2), 2, "1")
    shown = Plan(Rules.standard(2), 2, "1", shown=3)
    members = pool("conv:expert", plan.rules)
    assert evaluate(agent, members, shown).by_deal != evaluate(agent, members, plan).by_deal


def test_a_family_is_scored_over_pairs_of_different_members() -> None:
    means = [[20, 10, 4], [10, 22, 6], [4, 6, 24]]
    crossplay = FamilyCrossPlay(matchups(["rules:focus", "rules:piers", "hat:information"], means))
    assert crossplay.between("Rule lists", "Rule lists", "zero").value == 10
    assert crossplay.between("Rule lists", "Hat", "zero").value == 5
    assert crossplay.between("Hat", "Hat", "zero").value is None
    assert crossplay.itself("Rule lists", "zero").value == 21
    assert family_figures.by_agent(crossplay, "zero").traces[0]["z"] == means


def test_stored_results_have_the_versions_of_the_frozen_agents() -> None:
    versions = dict(freezing.load(FIELD).members)
    assert families.load().agents == list(versions)
    assert missing(families.wanted()) == []
    for protocol in PROTOCOLS.values():
        stored = standing.load(protocol)
        assert {one.agent for one in stored.agents} <= set(versions)
        assert len(stored.agents) > 15 or protocol.name in ("families", "shown")


def test_standings_stored_for_another_pool_are_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standing, "FOLDER", tmp_path)
    stored = Standings(TWO.name, TWO.pool).with_agents([made("rules:iggi", [1, 2])])
    standing.store(TWO, stored)
    assert standing.load(TWO) == stored
    # The same standings are the same file, whenever they are written.
    assert standing._path(TWO).read_bytes()[4:8] == bytes(4)
    assert standing.load(replace(TWO, pool="small@2")).agents == ()


@pytest.mark.django_db
@pytest.mark.long
def test_the_page_shows_every_protocol(client: Client) -> None:
    for name in PROTOCOLS:
        page = client.get(f"/analysis/standings/?protocol={name}").content.decode()
        assert "Families with each other" in page
        assert PROTOCOLS[name].title in page
    usual = client.get("/analysis/standings/").context["figures"][0].rows
    lost_games_at_0 = client.get("/analysis/standings/?scoring=zero").context["figures"][0].rows
    assert usual == lost_games_at_0
    refused = client.get("/analysis/standings/?protocol=chess")
    assert refused.status_code == 400
    assert "chess" in refused.content.decode()


@pytest.mark.long
def test_an_agent_of_ones_own_stands_among_the_others(small: None) -> None:
    mine = "python:tests.analysis.challengers:FirstLegal"
    assert mine in said("standings", "mirror", mine, threads=1)


def test_standings_are_stored_only_on_request(
    small: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standing, "FOLDER", tmp_path)
    monkeypatch.setitem(PROTOCOLS, TWO.name, TWO)
    assert "rules:piers" in said("standings", TWO.name, "rules:piers", threads=1)
    assert not list(tmp_path.iterdir())
    said("standings", TWO.name, "rules:piers", threads=1, store=True)
    assert [one.agent for one in standing.load(TWO).agents] == ["rules:piers"]


@pytest.mark.django_db
@pytest.mark.long
def test_a_row_whose_agent_or_partners_changed_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, versions = PIERS.version, PROTOCOLS["literature7"].versions

    def page(version: str, met: str) -> str:
        row = Standing("rules:piers", version, 1, (1, 2), (0, 0), ((3, 0),), 0, met)
        stored = Standings("literature7", "literature7@1", (row,))
        monkeypatch.setattr(standing, "load", lambda _: stored)
        return client.get("/analysis/standings/").content.decode()

    assert "Piers (measured earlier)" in page("0", versions)
    assert "Piers (measured earlier)" in page(now, "00000000")
    for met in (versions, ""):
        assert "Piers (measured earlier)" not in page(now, met)
        assert "Changed, they or" not in page(now, met)


def test_with_one_of_every_family_nobody_waits_for_a_partner_that_thinks() -> None:
    protocol = PROTOCOLS["families"]
    kinds = {family(member.address) for member in protocol.members()}
    assert kinds == {"Rule lists", "Evolved", "Conventions", "Hat", "Learned people"}
    assert not any(is_slow(member, 2) for member in protocol.members())
    assert len(protocol.plans(PIERS)) == 5
    assert registry.find(protocol.adaptive)


def test_generalist_and_best_member_are_scored_on_deals_that_did_not_choose_them() -> None:
    """Two members with one partner each: by luck on one half of the deals either is best there."""
    points = np.zeros((2, 2, 4), np.int64)
    points[0, :, 0::2] = 20  # The first is lucky on even deals,
    points[1, :, 1::2] = 10  # the second on odd ones.
    struck = np.zeros(points.shape, bool)
    generalist, best_member = standing.chosen(points, struck, 1)
    assert generalist.mean("stacks").value == best_member.mean("stacks").value == 0
    points[0] = [[5, 5, 5, 5], [9, 9, 9, 9]]
    points[1] = [[8, 8, 8, 8], [1, 1, 1, 1]]
    generalist, best_member = standing.chosen(points, struck, 1)
    assert generalist.by_member("stacks").tolist() == [5, 9]
    assert best_member.by_member("stacks").tolist() == [8, 9]
    struck[0, 1] = True
    _, best_member = standing.chosen(points, struck, 1)
    assert best_member.by_member("zero").tolist() == [8, 1]


@pytest.mark.long
def test_the_lines_are_played_on_the_deals_of_everybody(small: None) -> None:
    generalist, best_member, bayes = standing.measure(TWO)
    iggi, outer = (play(TWO, registry.find(f"rules:{name}")) for name in ("iggi", "outer"))
    assert len(generalist.points) == len(iggi.points) == 12
    best = max(iggi.mean("zero").value or 0, outer.mean("zero").value or 0)
    assert (best_member.mean("zero").value or 0) >= best - 3
    assert bayes.agent == "Bayes"
    assert ahead(best_member.units("zero"), iggi.units("zero")).value is not None
    with pytest.raises(AgentError, match="it has no reference lines"):
        standing.measure(PROTOCOLS["mirror"])


def test_the_gain_by_seeing_a_partner_first_is_over_the_same_deals() -> None:
    shown = Standings("shown", "x", (made("rules:piers", [5, 6, 7]), made("rules:iggi", [1, 1])))
    anew = Standings("x", "x", (made("rules:piers", [3, 4, 5]), made("rules:iggi", [1, 1])))
    rows = figures.foreseen(PROTOCOLS["shown"], shown, anew, "zero").rows
    added = {row[-1]: row[4] for row in rows}
    assert added == {"rules:piers": 2.0, "rules:iggi": 0.0}
    drawn = figures.foreseen(PROTOCOLS["shown"], shown, anew, "zero").traces
    assert drawn[0]["y"] == ["Piers"]


def test_memory_is_measured_between_agents_of_one_version() -> None:
    long, anew = made("rules:piers", [2, 4, 6] * 3, session=3), made("rules:piers", [1, 1, 1] * 4)
    other = msgspec.structs.replace(anew, version="0")

    def rows(than: Standing) -> list[object]:
        stored, fresh = Standings("two", "", (long,)), Standings("anew", "", (than,))
        return [row[5] for row in figures.few_shot(TWO, stored, fresh, "zero").rows]

    assert rows(anew) == [1.0, 3.0, 5.0]
    assert rows(other) == []


def test_the_standings_say_how_an_agent_does_with_its_worst_and_its_median_partner() -> None:
    one = Standing("rules:piers", "1", 1, (30, 30), (0, 0), ((2, 0), (10, 0), (48, 0)), 0)
    table = figures.standings(TWO, Standings("two", "", (one,)), "zero")
    (row,) = records(table)
    assert (row["with the worst partner"], row["with the median partner"]) == (1, 5)
    assert row["75% of partners below"] == 14.5
    line = Standing("best member", "", 1, (30, 30), (0, 0), ((2, 0), (10, 0), (48, 0)), 0)
    (_, own) = figures.standings(TWO, Standings("two", "", (one,), (line,)), "zero").rows
    assert (own[0], own[1], own[2]) == ("Best pool member for each", "line", 10)
    assert len(own) == len(table.columns)


def test_an_agent_that_is_one_of_the_partners_is_marked() -> None:
    both = (made("rules:piers", [5, 6, 7]), made("rules:focus", [1, 2, 3]))
    protocol = PROTOCOLS["literature7"]
    assert "rules:piers" in protocol.addresses
    stored = Standings(protocol.name, protocol.pool, both)
    table = figures.standings(protocol, stored, "zero", members=protocol.addresses)
    assert [row[0] for row in table.rows] == ["Piers †", "Focus"]
    assert "† is also one of the partners" in table.note
    assert not PROTOCOLS["mirror"].addresses, "nobody is a partner where all play with themselves"


@pytest.mark.usefixtures("small")
def test_rebuilding_standings_plays_agents_that_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(PROTOCOLS, "two", TWO)
    monkeypatch.setattr(standing, "FOLDER", tmp_path)
    target, heard = find("standings:two"), list[str]()
    target.make(heard.append)
    assert (heard, target.stale()) == (["rules:iggi", "rules:outer"], [])
    first, second = standing.load(TWO).agents
    old = msgspec.structs.replace(first, version="old")
    standing.store(TWO, Standings(TWO.name, TWO.pool, (old, second)))
    assert target.stale() == ["rules:iggi"]
    target.make(str)
    assert set(standing.load(TWO).agents) == {first, second}
    with pytest.raises(AgentError, match="There is no protocol chess"):
        find("standings:chess")
