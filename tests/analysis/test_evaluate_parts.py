"""The parts of an evaluation: scorings, seats, chunks, the pool's own lines, sessions, storage."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace as changed

from agents import registry
from agents.archives import runs
from agents.contract import AgentError
from agents.matchups import core_games
from agents.matchups.core_games import PlayedGames, play_in_core, seats
from agents.matchups.playing import MAX_GAMES, Plan
from agents.matchups.python_games import play_in_python
from agents.registry import Entry
from analysis.diversity import crossplay
from analysis.evaluate import archive_evaluation, evaluation
from analysis.evaluate.evaluation import evaluate, members_table
from analysis.evaluate.pools import pool
from analysis.evaluate.storage import store, stored_reports
from native import Rng, Rules, View
from native.play.matches import draws

RULES = Rules.standard(2)
THREE = "rules:iggi;rules:outer;rules:piers"


def test_a_game_lost_by_strikes_counts_0_under_zero_and_its_points_under_stacks() -> None:
    played = PlayedGames(np.array([[[7, 9]]], np.uint8), np.array([[[True, False]]]))
    assert played.scores("stacks").tolist() == [[[7, 9]]]
    assert played.scores("zero").tolist() == [[[0, 9]]]


def test_seats_are_not_drawn_from_the_games_own_streams() -> None:
    games = draws(Rng("1"), np.arange(200, dtype=np.uint64), 1)[:, 0] % np.uint64(2)
    assert (seats(RULES, 200, "1") != games.astype(np.int64)).any()
    assert (seats(RULES, 200, "1") == seats(RULES, 200, "1")).all()
    assert (seats(RULES, 200, "1") != seats(RULES, 200, "2")).any()


def test_chunks_and_threads_do_not_change_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    members = pool(THREE, RULES).members
    whole = play_in_core(RULES, members, members, 9, "3")
    monkeypatch.setattr(core_games, "CHUNK_GAMES", 10)
    parts = play_in_core(RULES, members, members, 9, "3", threads=2)
    assert (whole.stacks == parts.stacks).all()
    assert (whole.struck == parts.struck).all()
    monkeypatch.setattr(evaluation, "AT_ONCE", 1)
    plan = Plan(RULES, 9, "3")
    halves = [whole.stacks[:, :, start::2].mean(axis=2) for start in (0, 1)]
    assert members_table(members, plan) == pytest.approx(np.array(halves))


def test_an_agent_that_cannot_play_in_the_core_is_refused() -> None:
    learnt = registry.find("mwum:knowing-2")
    with pytest.raises(AgentError, match="the core cannot simulate it"):
        play_in_core(RULES, [learnt], [learnt], 1, "1")


TABLE = np.array([[10.0, 4.0, 1.0], [8.0, 9.0, 3.0], [0.0, 12.0, 2.0]])
"""Rows are challengers: the second has the best mean; the best with each are 0, 2 and 1."""


def test_the_lines_of_the_pool_are_read_from_its_table_row_by_row() -> None:
    both = np.stack([TABLE, TABLE])
    report = evaluate(registry.find("rules:piers"), pool(THREE, RULES), Plan(RULES, 5, "1"), both)
    assert (report.generalist, report.generalist_agent) == (pytest.approx(20 / 3), "rules:outer")
    assert report.oracle == pytest.approx((10 + 12 + 3) / 3)
    assert report.members_self_play == pytest.approx(7)
    assert report.pairwise == pytest.approx(TABLE.mean())
    members = report.members
    assert [member.generalist for member in members] == [8, 9, 3]
    assert [member.oracle for member in members] == [10, 12, 3]
    assert [member.best_partner for member in members] == [
        "rules:iggi",
        "rules:piers",
        "rules:outer",
    ]
    assert [member.self_play for member in members] == [10, 9, 2]


def test_a_report_has_the_figures_of_each_member() -> None:
    plan = Plan(RULES, 40, "2")
    names = "rules:flawed;rules:piers"
    report = evaluate(
        registry.find("rules:piers"), pool(names, RULES), plan, np.stack([TABLE[:2, :2]] * 2)
    )
    flawed, piers = report.members
    assert flawed.strikeouts > 0.5 > piers.strikeouts
    assert report.strikeouts == pytest.approx((flawed.strikeouts + piers.strikeouts) / 2)
    assert (report.worst, report.worst_member) == (flawed.mean, "rules:flawed")
    assert len(report.distribution) == len(report.self_play_distribution) == 26
    assert sum(score * games for score, games in enumerate(report.distribution)) == (
        pytest.approx(report.mean * 80)
    )
    assert "by_game" not in report.as_json()


@pytest.mark.parametrize(
    ("games", "session", "words"),
    [(MAX_GAMES + 1, 1, "go from 1 to"), (0, 1, "go from 1 to"), (10, 0, "sessions of 0")],
)
def test_a_plan_out_of_bounds_is_refused(games: int, session: int, words: str) -> None:
    with pytest.raises(AgentError, match=words):
        Plan(RULES, games, "1", session=session)
    Plan(RULES, MAX_GAMES, "1", session=10)


@dataclass
class Recorder:
    """Plays its first legal move and notes what it is shown."""

    seed: str
    seats: list[int] = field(default_factory=list)
    ends: list[Any] = field(default_factory=list)

    def decide(self, view: View) -> Any:
        self.seats.append(view.seat)
        return registry.find("rules:iggi").agent("1").decide(view)

    def game_over(self, view: View) -> None:
        self.ends.append((view.seat, view.end))


@pytest.mark.long
def test_a_challenger_is_made_for_each_session_and_sees_each_end() -> None:
    made: list[Recorder] = []

    def make(seed: str) -> Recorder:
        made.append(Recorder(seed))
        return made[-1]

    entry = Entry("x:y", "X", "", "1", (2,), make)  # type: ignore[arg-type]
    host = registry.find("rules:iggi")
    heard: list[tuple[int, int]] = []
    played = play_in_python(
        RULES, [entry], [host, host], 6, "4", 3, lambda done, of: heard.append((done, of))
    )
    chosen = seats(RULES, 6, "4").tolist()
    assert len(made) == 4
    assert len({one.seed for one in made[:2]}) == 2
    assert [seat for one in made for seat, _ in one.ends] == chosen * 2
    assert all(end is not None for one in made for _, end in one.ends)
    assert [set(one.seats) for one in made] == [set(chosen[:3]), set(chosen[3:])] * 2
    assert heard == [(6, 12), (12, 12)]
    assert (played.stacks[0, 0] == played.stacks[0, 1]).all()
    made.clear()
    play_in_python(RULES, [host], [entry], 6, "4", 3)
    assert [seat for one in made for seat, _ in one.ends] == [1 - seat for seat in chosen]
    assert [len(one.ends) for one in made] == [3, 3], "a partner remembers the session too"


def test_the_number_of_processes_changes_no_score() -> None:
    agents = [registry.find(address) for address in ("mwum:knowing-2", "rules:legal_random")]
    alone, many = (
        play_in_python(RULES, agents, agents, 2, "4", threads=threads) for threads in (1, 2)
    )
    assert alone.stacks.tolist() == many.stacks.tolist()
    assert alone.struck.tolist() == many.struck.tolist()


def test_games_lost_by_strikes_are_counted_for_python_agents_too() -> None:
    flawed = registry.find("rules:flawed")
    assert play_in_python(RULES, [flawed], [flawed], 6, "1").struck.sum() > 3


@pytest.mark.django_db
def test_stored_reports_are_told_apart_by_their_session_and_come_latest_first() -> None:
    plan = Plan(RULES, 4, "1", "zero")
    made = evaluate(registry.find("rules:piers"), pool(THREE, RULES), plan)
    first = changed(made, agent="a", mean=1.0)
    store(first)
    store(changed(first, session=2, mean=2.0))
    store(changed(first, players=3))
    assert [report.mean for report in stored_reports(2, "zero")] == [2, 1]
    store(changed(first, mean=5.0))
    assert sorted(report.mean for report in stored_reports(2, "zero", agent="a")) == [2, 5]
    assert stored_reports(2, "stacks") == []
    assert stored_reports(2, "zero", agent="b") == []
    assert stored_reports(3, "zero") == [changed(first, players=3)]


def test_a_pool_file_may_have_comments_but_needs_a_member(tmp_path: Path) -> None:
    file = tmp_path / "pool.txt"
    file.write_text("\ufeffrules:iggi \n\n# rules:piers\nrules:outer\n")
    assert [m.address for m in pool(str(file), RULES).members] == ["rules:iggi", "rules:outer"]
    file.write_text("# nobody\n")
    with pytest.raises(AgentError, match=r"^The pool .* has no members\.$"):
        pool(str(file), RULES)


def test_a_list_of_agents_may_be_longer_than_a_files_name() -> None:
    agents = [f"genes:{gene},67,21,8{',8' * 11}" for gene in range(9)]
    assert len(pool("pool:" + "+".join(agents), Rules.standard(2)).members) == 9


def test_the_pool_of_a_run_is_its_elites_that_score(runs_of_its_own: None) -> None:
    archive = runs.load("paper-1")
    scoring = [cell for cell in archive.cells if cell.latest.objective > 0]
    assert len(pool("pool:paper-1", RULES).members) == len(scoring)


def test_archives_are_those_of_the_table_size() -> None:
    assert {archive.setting.players for archive in archive_evaluation.archives(2)} == {2}
    assert archive_evaluation.archives(5) == []


def test_an_archive_without_an_elite_that_scores_is_no_pool(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    empty = msgspec.structs.replace(runs.load("paper-1"), cells=())
    monkeypatch.setattr(runs, "load", lambda _: empty)
    assert archive_evaluation.archives(2) == []


@pytest.mark.long
def test_a_pool_is_known_by_the_scoring_that_it_was_measured_with() -> None:
    """An archive plays as what it is, published mode or not."""
    faithful, clean = runs.load("paper-1"), runs.load("improved-1")
    assert (faithful.setting.mode, clean.setting.mode) == ("faithful", "clean")
    for archive in (faithful, clean):
        assert archive_evaluation.pool_itself(archive, "zero") == (None, None)
        assert None not in archive_evaluation.pool_itself(archive, "stacks")


def test_the_best_fixed_elite_is_chosen_by_cross_play_and_scored_in_these_games() -> None:
    archive = runs.load("improved-1")
    table = crossplay.load("improved-1")
    best = crossplay.with_best_partners(table)
    chosen = archive.valid[int(table.mean.mean(axis=1).argmax())]
    address = f"elite:improved-1/{chosen.row},{chosen.column}"
    found = archive_evaluation.evaluate_on_archive(address, archive)
    scores = found.played.stacks[0].astype(float)
    fixed, partners = archive_evaluation.pool_itself(archive, "stacks")
    assert fixed == pytest.approx(scores.mean())
    assert partners == best.value is not None
    assert fixed < partners


def test_an_unfinished_cross_play_has_no_best_elite(monkeypatch: pytest.MonkeyPatch) -> None:
    table = crossplay.load("improved-1")
    cells = table.pairs.cells.copy()
    cells[0, 1] = 0
    half = replace(table, pairs=replace(table.pairs, cells=cells))
    monkeypatch.setattr(crossplay, "load", lambda _: half)
    monkeypatch.setattr(crossplay, "changed", lambda _: (1, 1))
    assert archive_evaluation.pool_itself(runs.load("improved-1"), "stacks") == (None, None)
