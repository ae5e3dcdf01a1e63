"""`manage.py best_response`: the strongest agent for a partner, measured on deals that did not
choose it."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents import registry
from agents.runs.life import checkpointed
from analysis.protocols import figures
from analysis.protocols.best_responses import (
    Aim,
    BestResponse,
    Contest,
    better_known,
    candidates,
    survivors,
)
from analysis.protocols.protocol import find
from analysis.protocols.standing import load
from native import Rules
from tests.analysis.conftest import records
from tests.game.conftest import said

pytestmark = pytest.mark.usefixtures("runs_of_its_own")

TWO = Rules.standard(2)


def best_response(*arguments: object, **options: Any) -> list[dict[str, Any]]:
    given = {"budgets": "100", "pool": "rules:piers", "choosing": 10} | options
    return json.loads(said("best_response", *arguments, **given, json=True))["partners"]


def held(aim: Aim, *entrants: str, partner: str = "rules:iggi") -> Contest:
    contest = Contest(
        registry.find(partner), TWO, [registry.find(one) for one in entrants], "test", aim
    )
    checkpointed(contest.parts(), contest.take, contest.save, every=100)
    return contest


@pytest.mark.long
def test_a_resumed_best_response_equals_an_uninterrupted_one(tmp_path: Path, settings: Any) -> None:
    settings.RUNS_DIR = str(tmp_path / "one")
    (short,) = best_response("rules:flawed", games=40)
    (continued,) = best_response("rules:flawed", games=50)
    assert best_response("rules:flawed", games=40) == [short], "though more games are stored"
    settings.RUNS_DIR = str(tmp_path / "other")
    (straight,) = best_response("rules:flawed", games=50)
    command = straight["command"]
    assert continued == straight
    assert command.startswith("manage.py best_response rules:flawed --players 2 --games 50")
    assert (short["games"], continued["games"]) == (40, 50)
    assert continued["with"] == "search:100,stacks:rules:flawed"
    assert continued["sem"] > 0


def test_a_stronger_agent_is_found_and_measured_on_deals_that_did_not_choose_it() -> None:
    contest = held(Aim(200, 100), "rules:legal_random", "rules:outer", "rules:piers")
    assert contest.result.best == "rules:piers"
    assert contest.result.deals < 200
    chosen, measured = (
        contest._of(stage, registry.find("rules:piers")) for stage in ("choose", "measure")
    )
    assert chosen[:40] != measured[:40]
    assert contest.result.games == 100


def test_a_best_response_ends_when_it_is_exact_enough() -> None:
    result = held(Aim(10, until=0.5), "rules:piers").result
    assert 40 < result.games < 1_000
    assert result.margin <= 0.5
    alike = held(Aim(10, until=0.5), "rules:legal_random", partner="rules:legal_random").result
    assert alike.games >= 150, "forty games that all score 0 say little of a game's mean"
    assert 0 <= alike.mean < 1, "a lost game scores 0"


def test_a_best_response_says_if_another_agent_scores_more() -> None:
    partner = registry.find("conv:expert")
    low, close = (
        BestResponse("conv:expert", 2, mean, 0.3, "x", 60, 0, 9, 20, "s", partner.version, "v")
        for mean in (20.0, 23.6)
    )
    agent, mean = better_known([low])[low]
    assert registry.find(agent)
    assert mean > 23.7
    assert better_known([close]) == {}, "both means have errors"


def test_only_clearly_weaker_candidates_for_a_best_response_drop_out() -> None:
    chances = np.random.default_rng(1)
    strong, equal = (chances.normal(15, 3, 100) for _ in range(2))
    scores = {"weak": strong - chances.normal(2, 1, 100), "strong": strong, "equal": equal}
    assert set(survivors(scores, 3)) == {"strong", "equal"}
    few = {name: values[:20] for name, values in scores.items()}
    assert len(survivors(few, 3)) == 3


def test_searches_adaptive_agents_the_pool_and_the_partner_itself_are_candidates() -> None:
    found = {one.address for one in candidates(registry.find("rules:iggi"), TWO)}
    assert {"search:1000:rules:iggi", "search:4000,zero:rules:iggi"} <= found
    assert {"adaptive:1000:rules:iggi", "rules:iggi", "conv:expert"} <= found
    assert "search:1000:rules:focus" not in found, "slow members of the pool"
    three = {one.address for one in candidates(registry.find("rules:iggi"), Rules.standard(3))}
    assert "search:1000,stacks:rules:iggi" in three
    named = candidates(registry.find("rules:iggi"), TWO, "pool:literature7")
    assert "rules:outer" in {one.address for one in named}, "a pool is named as for evaluate"


def test_standings_show_the_regret_against_best_responses() -> None:
    protocol = find("literature7")
    stored = load(protocol)
    best = [
        BestResponse(one, 2, 20.0, 0.1, "x", 100, 1, 9, 100, "s", "v", "v")
        for one in protocol.addresses
    ]

    def rows(scoring: str) -> list[dict[str, Any]]:
        return records(figures.standings(protocol, stored, scoring, best=best))

    first, *_, last = rows("zero")
    assert (last["agent"], last["mean"]) == ("Best response to each", 20)
    assert (last["regret"], last["low regret"]) == (0, None), "none against itself, by definition"
    assert "Best pool member for each" not in [row["agent"] for row in rows("zero")]
    assert first["regret"] == pytest.approx(20 - first["mean"], abs=0.001)
    assert first["low regret"] < first["regret"] < first["high regret"]
    assert rows("stacks")[0]["regret"] is None, "they are chosen by zero"


def test_the_best_responses_to_an_archives_elites_are_drawn_as_one() -> None:
    assert figures.best_responses([]) is None
    means = {"elite:paper-1/9,7": 10.0, "elite:paper-1/9,16": 14.0, "rules:iggi": 20.0}
    shown = figures.best_responses(
        [
            BestResponse(one, 2, mean, 0.3, "rules:piers", 100, 1, 9, 100, "s", "v", "v", "how")
            for one, mean in means.items()
        ]
    )
    assert shown is not None
    drawn = dict(zip(shown.traces[0]["y"], shown.traces[0]["x"], strict=True))
    assert drawn == {"Elites of paper-1, 2 players (2)": 12.0, "Other agents, 2 players (1)": 20.0}
    assert [(row["address"], row["mean"]) for row in records(shown)] == list(means.items())
    assert {row["command"] for row in records(shown)} == {"how"}
