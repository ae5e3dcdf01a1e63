"""A challenger's ad-hoc performance, and the lines that its pool draws."""

import csv
import json
import shlex
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command

from agents import registry
from agents.challengers import challenger
from agents.contract import AgentError
from agents.matchups.core_games import play_in_core, seats
from agents.matchups.playing import Plan
from agents.matchups.python_games import Progress, no_progress, play_in_python
from agents.pools.members import LITERATURE7
from analysis.evaluate.evaluation import evaluate, lines_of, members_table
from analysis.evaluate.evaluation_figures import command
from analysis.evaluate.pools import pool
from analysis.evaluate.report import Report
from analysis.models import Evaluation
from native import Rng, Rules
from native.play.table import simulate
from tests.recorded import ARCHIVES

CROSS_PLAY = ARCHIVES / "pool_2p_3000games.tsv"
HERE = "python:tests.analysis.challengers"


def report(agent: str = "rules:piers", pool_name: str = "pool:literature7", **plan: Any) -> Report:
    rules = Rules.standard(plan.pop("players", 2))
    chosen = Plan(rules, **{"games": 20, "seed": "1", **plan})
    return evaluate(challenger(agent), pool(pool_name, rules), chosen)


def test_the_mean_of_an_evaluation_is_the_average_over_the_members() -> None:
    found = report(games=50)
    means = [member.mean for member in found.members]
    assert [member.agent for member in found.members] == list(LITERATURE7)
    assert found.mean == pytest.approx(np.mean(means))
    assert found.worst == min(means)
    assert found.worst_member in ("rules:flawed", "rules:legal_random")
    assert found.quantiles["0.5"] == pytest.approx(np.median(means))
    assert sum(found.distribution) == 50 * 7


def test_the_reference_lines_of_an_evaluation_are_computed_from_the_pools_own_games() -> None:
    rules = Rules.standard(2)
    members = pool("pool:literature7", rules).members
    games = play_in_core(rules, members, members, 30, "4").scores("stacks")
    table = games.mean(axis=2)
    found = report(games=30, seed="4")
    fixed, best = [], []
    for scored, seen in ((0, 1), (1, 0)):
        here, there = (games[:, :, start::2].mean(axis=2) for start in (scored, seen))
        fixed.append(here[there.mean(axis=1).argmax()].mean())
        best.append(np.mean([here[there[:, i].argmax(), i] for i in range(len(members))]))
    assert found.generalist == pytest.approx(np.mean(fixed))
    assert found.oracle == pytest.approx(np.mean(best))
    assert found.oracle <= table.max(axis=0).mean()
    assert found.members_self_play == pytest.approx(table.diagonal().mean())
    assert min(found.oracle, found.generalist) > found.pairwise
    piers = found.members[-1]
    assert found.self_play == pytest.approx(piers.self_play)
    assert piers.mean == piers.self_play


def test_the_line_of_the_best_member_has_no_selection_bias_among_equals() -> None:
    """Six partners and six players who all do equally well: the mean of all is the truth."""
    random = np.random.default_rng(8)
    lines = [lines_of(random.normal(12, 1, (2, 6, 6))) for _ in range(400)]
    for line in zip(*lines, strict=True):
        assert np.mean(line) == pytest.approx(12, abs=0.06)
    one = members_table([registry.find("rules:iggi")], Plan(Rules.standard(2), 1, "1"))
    assert (one[0] == one[1]).all()


def test_the_interval_is_over_deals_or_sessions_that_all_members_share() -> None:
    rules = Rules.standard(2)
    members = pool("pool:literature7", rules).members
    piers = registry.find("rules:piers")
    scores = play_in_core(rules, [piers], members, 40, "1").scores("stacks")[0]
    by_deal = scores.mean(axis=0)
    found = report(games=40)
    assert found.by_deal == pytest.approx(by_deal, abs=1e-5)
    assert found.sem == pytest.approx(by_deal.std(ddof=1) / np.sqrt(40))
    found, by_session = report(games=40, session=5), scores.reshape(7, 8, 5).mean(axis=2)
    assert found.sem == pytest.approx(by_session.mean(axis=0).std(ddof=1) / np.sqrt(8))
    assert found.members[0].sem == pytest.approx(by_session[0].std(ddof=1) / np.sqrt(8))


@pytest.mark.long
def test_under_zero_a_struck_out_game_counts_nothing() -> None:
    stacks, zero = report("rules:flawed"), report("rules:flawed", scoring="zero")
    assert zero.strikeouts == stacks.strikeouts > 0.9
    assert zero.mean < stacks.mean


def test_the_challenger_sits_everywhere_equally_often() -> None:
    counts = np.bincount(seats(Rules.standard(4), 8000, "1"))
    assert counts.min() > 1850
    assert counts.sum() == 8000


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_is_the_arenas_with_one_challenger_and_copies_of_the_member(players: int) -> None:
    rules = Rules.standard(players)
    guest, host = registry.find("rules:piers"), registry.find("rules:iggi")
    played = play_in_core(rules, [guest], [host], 12, "5")
    for number, seat in enumerate(seats(rules, 12, "5")):
        seating = [guest if index == seat else host for index in range(players)]
        lists = [entry.in_core(players) for entry in seating]
        result = simulate(rules, lists, 1, Rng("5").derive(number), threads=1)  # type: ignore[arg-type]
        assert played.stacks[0, 0, number] == result.mean_stacks


@pytest.mark.long
def test_python_and_core_deal_the_same_games() -> None:
    """These two hardly ever draw lots, so that nearly all games are the same move by move."""
    rules = Rules.standard(2)
    guest, host = registry.find("rules:piers"), registry.find("rules:iggi")
    fast, slow = (play(rules, [guest], [host], 25, "8") for play in (play_in_core, play_in_python))
    assert (fast.stacks == slow.stacks).mean() > 0.9


def test_blueprints_play_in_the_core_as_at_a_table() -> None:
    pair = [registry.find(address) for address in ("conv:expert", "hat:information")]
    rules = Rules.standard(3)
    fast, slow = (play(rules, pair, pair, 3, "9") for play in (play_in_core, play_in_python))
    assert fast.stacks.tolist() == slow.stacks.tolist()


@pytest.mark.slow
@pytest.mark.parametrize("agent", ["rules:iggi", "rules:piers", "rules:elite_045_080"])
def test_an_evaluation_agrees_with_the_published_programs_cross_play(agent: str) -> None:
    names = {"rules:elite_045_080": "67,21,8,52,33,53,36,93,96,34,27,6,19,62,21"}
    with CROSS_PLAY.open() as file:
        rows = {row["agent"]: row for row in csv.DictReader(file, delimiter="\t")}
    expected = rows[names.get(agent, agent.removeprefix("rules:"))]
    for member in report(agent, games=2000).members:
        name = member.agent.removeprefix("rules:").removesuffix("-paper")
        # Theirs are 3,000 games with the seats drawn by lot, as ours are.
        assert member.mean == pytest.approx(float(expected[name]), abs=0.35), name


@pytest.mark.long
def test_a_class_from_outside_is_evaluated_on_the_same_deals() -> None:
    found = report(f"{HERE}:FirstLegal", "rules:iggi;rules:piers", games=6)
    assert found.agent == f"{HERE}:FirstLegal"
    assert len(found.version) == 6
    assert found.generalist > found.mean


@pytest.mark.long
def test_an_agent_that_learns_is_reported_by_its_games_with_one_partner() -> None:
    found = report(f"{HERE}:Learner", "rules:iggi;rules:piers", games=9, session=3)
    first, second, third = found.by_game
    assert found.session == 3
    assert first.mean != second.mean
    assert found.mean == pytest.approx((first.mean + second.mean + third.mean) / 3)


def test_an_agent_that_cannot_play_at_the_table_is_refused_before_any_game() -> None:
    steps: list[str] = []

    def progress(step: str) -> Progress:
        steps.append(step)
        return no_progress

    learner, three = registry.find("rl:small-2p"), Rules.standard(3)
    with pytest.raises(AgentError, match=r"^Learner: small-2p plays with 2 players, not 3\.$"):
        evaluate(learner, pool("pool:literature7", three), Plan(three, 1, "s"), progress=progress)
    assert steps == []


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (f"{HERE}:Nobody", "cannot be found"),
        ("python:no.such.module:X", "cannot be found"),
        (f"{HERE}:Mute", "has no decide"),
        ("rules:nobody", "There is no agent"),
    ],
)
def test_an_unknown_agent_is_refused(agent: str, words: str) -> None:
    with pytest.raises(AgentError, match=words):
        challenger(agent)


def test_an_illegal_move_ends_the_evaluation_with_a_message() -> None:
    with pytest.raises(AgentError, match="Cheat made an illegal move"):
        report(f"{HERE}:Cheat", "rules:iggi")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Confused", r"Confused failed: KeyError: 'red' \(challengers\.py, line \d+\)"),
        ("Seedless", "Seedless failed: TypeError"),
    ],
)
def test_a_class_that_fails_is_reported_before_the_pool_plays(name: str, words: str) -> None:
    def heard(what: str) -> Progress:
        assert what == f"{name} with the pool"
        return no_progress

    rules = Rules.standard(2)
    members = pool("rules:iggi", rules)
    with pytest.raises(AgentError, match=words):
        evaluate(challenger(f"{HERE}:{name}"), members, Plan(rules, 2, "1"), progress=heard)


def test_the_command_of_a_report_is_quoted_for_the_shell() -> None:
    made = report(games=5, seed="two words")
    typed = shlex.split(command(made))
    assert typed[typed.index("--seed") + 1] == "two words"


@pytest.mark.django_db
def test_a_stored_report_replaces_the_same_one(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        call_command("evaluate", "rules:piers", games=5, keep=True)
    assert "generalist" in capsys.readouterr().out
    assert Evaluation.objects.get().report["mean"] > 0
    call_command("evaluate", "rules:piers", games=5, session=5, keep=True)
    assert sorted(Evaluation.objects.values_list("session", flat=True)) == [1, 5]


@pytest.mark.slow
def test_a_fresh_pool_is_made_for_one_evaluation(
    tmp_path: Any, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.RUNS_DIR = str(tmp_path)
    call_command("evaluate", "rules:piers", pool="fresh:400", games=3, json=True)
    found = json.loads(capsys.readouterr().out)
    assert found["pool"].startswith("pool:fresh-")
    assert len(found["members"]) > 5
