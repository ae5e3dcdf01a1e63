"""What an agent's own pool can do with the partners of an evaluation, beside the agent."""

import numpy as np
import numpy.typing as npt
import pytest

from agents import registry
from agents.entry import Entry
from agents.matchups.core_games import PlayedGames, play_in_core
from agents.matchups.playing import Plan
from agents.pools.policies import policies
from analysis.evaluate import evaluation
from analysis.evaluate.evaluation import best_responses, own_lines
from analysis.evaluate.pools import pool
from analysis.management.commands.evaluate import lines
from native import Rules
from tests.reports import a_report

RULES = Rules.standard(2)
OWN = "rules:iggi+rules:outer+rules:piers"
Scores = npt.NDArray[np.float64]


def entries(*names: str) -> list[Entry]:
    return [registry.find(f"rules:{name}") for name in names]


class Plays:
    """Games whose points stand in a table by what they are played for, guest and host."""

    def __init__(self, tables: dict[str, list[list[int]]]) -> None:
        self.tables = tables
        self.asked: list[tuple[str, int, list[list[int]]]] = []

    def __call__(
        self,
        _rules: Rules,
        agents: list[Entry],
        pairs: npt.NDArray[np.uint16],
        games: int,
        seed: str,
        _threads: int,
    ) -> PlayedGames:
        assert pairs.dtype == np.uint16
        self.asked.append((seed, games, pairs.tolist()))
        table = self.tables[seed]
        own = len(table)
        points = [table[guest][host - own] for guest, host in pairs.tolist()]
        stacks = np.repeat(np.array(points, np.uint8)[:, None], games, axis=1)
        return PlayedGames(stacks, stacks > 22)


def test_the_best_few_of_a_short_look_are_tried_longer_and_the_best_of_those_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With the first partner the second seems best and the third is; the fourth is not asked
    again, though it would be better still. With the other partner the first stays best."""
    plays = Plays(
        {
            "s screen": [[5, 9], [9, 2], [8, 8], [4, 3]],
            "s finals": [[0, 9], [6, 0], [7, 8], [20, 20]],
            "s": [[1, 2], [3, 4], [5, 6], [7, 8]],
        }
    )
    monkeypatch.setattr(evaluation, "play_pairs", plays)
    monkeypatch.setattr(evaluation, "FINALISTS", 2)
    own, members = entries("iggi", "outer", "piers", "focus"), entries("flawed", "internal")
    played = best_responses(own, members, Plan(RULES, 10, "s"))
    assert played.stacks.tolist() == [[5] * 10, [2] * 10]
    assert plays.asked == [
        ("s screen", 16, [[0, 4], [1, 4], [2, 4], [3, 4], [0, 5], [1, 5], [2, 5], [3, 5]]),
        ("s finals", 64, [[1, 4], [2, 4], [0, 5], [2, 5]]),
        ("s", 10, [[2, 4], [0, 5]]),
    ]


def test_a_best_answer_is_best_under_the_scoring_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever reaches 23 here is struck out."""
    tables = {part: [[23], [20]] for part in ("s screen", "s finals", "s")}
    monkeypatch.setattr(evaluation, "play_pairs", Plays(tables))
    own, members = entries("iggi", "outer"), entries("flawed")
    for scoring, points in (("stacks", 23), ("zero", 20)):
        played = best_responses(own, members, Plan(RULES, 1, "s", scoring))
        assert played.stacks.tolist() == [[points]]


@pytest.mark.parametrize("scoring", ["stacks", "zero"])
def test_the_own_pools_lines_and_the_agents_gain_are_over_the_same_games(scoring: str) -> None:
    members = pool("rules:flawed;rules:internal", RULES).members
    plan = Plan(RULES, 20, "3", scoring)
    agent = play_in_core(RULES, entries("focus"), members, 20, "3").scores(scoring)[0]
    told = own_lines(OWN, agent, members, plan)
    own = policies(OWN, 2)
    table = own.table.zero if scoring == "zero" else own.table.stacks
    best = max(own.entries, key=lambda one: table[own.entries.index(one)].mean())
    fixed = play_in_core(RULES, [best], members, 20, "3").scores(scoring)[0]
    answer = best_responses(own.entries, members, plan).scores(scoring)
    for name, line in (("own_generalist", fixed), ("own_oracle", answer)):
        gains = (agent - line).mean(axis=0)
        assert told.pop(name) == pytest.approx(line.mean())
        assert told.pop(f"{name}_gain") == pytest.approx(gains.mean())
        assert told.pop(f"{name}_gain_sem") == pytest.approx(gains.std(ddof=1) / np.sqrt(20))
    assert told == {"own_pool": OWN, "own_generalist_agent": best.address}


def test_there_are_no_lines_with_a_partner_whom_the_core_cannot_simulate() -> None:
    members = [registry.find("rules:iggi"), registry.find("mwum:knowing-2")]
    assert own_lines(OWN, np.zeros((2, 4)), members, Plan(RULES, 4, "1")) == {}


def test_the_command_prints_both_lines_and_how_far_above_them_the_agent_is() -> None:
    whole = {"weighted": 1.0, "effective_members": 1.0}
    own = {
        "own_pool": OWN,
        "own_generalist": 12.5,
        "own_generalist_gain": 1.25,
        "own_generalist_gain_sem": 0.5,
        "own_oracle": 14.0,
        "own_oracle_gain": -0.25,
        "own_oracle_gain_sem": None,
    }
    assert lines(a_report(**whole, members=[], **own))[-2:] == [
        "  fixed        12.50  of its own pool; it is +1.25 ± 0.50 above",
        "  best answer  14.00  of its own pool; it is -0.25 ± 0.00 above",
    ]
    assert not any("own pool" in text for text in lines(a_report(**whole)))
