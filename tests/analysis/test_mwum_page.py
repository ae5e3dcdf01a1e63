"""The page of learning from scratch: its runs are there, its numbers are those of the runs."""

import json
import platform
from io import StringIO
from itertools import pairwise
from math import sqrt

import numpy as np
import pytest
from django.core.management import call_command
from django.test import Client

from agents import registry
from agents.arena import simulate
from agents.mwum.run import RUNS, Block
from analysis.papers.mwum import learning_figures, series
from analysis.papers.mwum.findings import Findings
from analysis.papers.mwum.series import SEEDS, Setup
from analysis.papers.strangers import LEARNERS
from native import Rules
from tests.analysis.conftest import page_of, printed

ADDRESS = "/analysis/mwum/"
FOUND = {each: series.training_runs(each) for each in series.ALL}


pytestmark = [pytest.mark.usefixtures("runs_of_its_own"), pytest.mark.long]


@pytest.mark.parametrize("each", series.ALL, ids=lambda each: each.slug)
def test_every_run_was_made_by_the_command_beside_it(each: Setup) -> None:
    command = each.command("SEED").split()
    options = dict(pairwise(command))
    for seed, training_run in zip(SEEDS, FOUND[each], strict=True):
        assert training_run.name == each.run(seed)
        assert training_run.recipe.seed == str(seed)
        assert training_run.games == training_run.of <= each.games
        assert (training_run.games < each.games) == ("--plateau" in options)
        assert str(training_run.recipe.block) == options["--block"]
        assert training_run.recipe.agent == options.get("--agent", "paper")
        for flag in ("bucketed", "shaped"):
            assert getattr(training_run.recipe, flag) == (f"--{flag}" in command)
        assert training_run.recipe.players == int(options.get("--players", 2))
        for name in ("eta", "episode", "penalty", "epsilon", "decay", "least", "plateau"):
            if f"--{name}" in options:
                assert getattr(training_run.recipe, name) == float(options[f"--{name}"])
        assert training_run.best
        assert training_run.drawn


@pytest.mark.skipif(
    platform.machine() not in ("x86_64", "AMD64"), reason="Sums round otherwise elsewhere."
)
@pytest.mark.parametrize("each", [series.ROUGH, series.KNOWING], ids=lambda each: each.slug)
def test_the_first_block_of_a_stored_run_is_reproduced_by_its_command(each: Setup) -> None:
    stored = FOUND[each][0]
    name, *options = each.command(1).split()[2:]
    options[options.index("--games") + 1] = str(each.block)
    call_command("mwum", name, *options, stdout=StringIO())
    again = RUNS.load(name)
    assert again.recipe == stored.recipe
    assert again.curve[0] == stored.curve[0]


def test_the_plateau_of_the_papers_agent_is_the_score_of_random_play() -> None:
    numbers = Findings(FOUND, LEARNERS["mwum"].load())
    for plateau in (numbers.plain, numbers.enhanced):
        assert plateau.value == pytest.approx(numbers.uniform.value, abs=0.03)
        assert 1.2 < (plateau.value or 0) < 1.3
    assert numbers.met < numbers.moves / 100_000
    assert numbers.rough_met > 95
    assert numbers.five < 3
    assert numbers.reached[0] > 18
    assert max(numbers.halves) < 2
    assert numbers.lengths[1] < numbers.lengths[50] < numbers.lengths[2]


def test_statistics_of_a_learning_method_have_runs_as_units() -> None:
    ends = [series.points(series.together([run], 20_000)).value for run in FOUND[series.KNOWING]]
    (row,) = [
        row for row in printed(ADDRESS, "enhancements") if row["the agent"] == series.PLAIN.title
    ]
    plain = [series.points(series.together([run], 20_000)).value for run in FOUND[series.PLAIN]]
    assert float(row["points a game"]) == pytest.approx(np.mean(plain), abs=1e-6)
    width = 4.303 * np.std(plain, ddof=1) / 3**0.5  # Student's t, two degrees of freedom.
    assert float(row["high"]) - float(row["points a game"]) == pytest.approx(width, rel=1e-3)
    found = series.at_the_end(FOUND[series.KNOWING], 20_000)
    assert found.units == 3
    assert (found.high or 0) - (found.low or 0) > 2 * 4.3 * np.std(ends, ddof=1) / 3**0.5 * 0.99
    assert series.at_the_end(FOUND[series.KNOWING][:1], 20_000).units == 20_000


def test_with_a_plateaus_stop_runs_end_about_where_the_papers_did() -> None:
    numbers = Findings(FOUND, LEARNERS["mwum"].load())
    assert 10_000 <= numbers.ended[0] <= numbers.ended[1] <= 12_000
    assert all(run.on_plateau for run in FOUND[series.ENDING])
    assert numbers.trying.value == pytest.approx(numbers.uniform.value, abs=0.03)


def test_regret_is_the_score_lost_against_a_runs_own_best_moves() -> None:
    rows = [row for row in printed(ADDRESS, "regret") if row["the agent"] == series.KNOWING.title]
    first = sum(run.curve[0].points / run.curve[0].games for run in FOUND[series.KNOWING]) / 3
    tests = [run.best for run in FOUND[series.KNOWING] if run.best]
    best = sum(sum(n * c for n, c in enumerate(test.stacks)) / test.games for test in tests) / 3
    assert float(rows[0]["regret a game"]) == pytest.approx(best - first)
    numbers = Findings(FOUND, LEARNERS["mwum"].load())
    assert float(rows[-1]["regret a game"]) == pytest.approx(numbers.regret[1], abs=1e-6)
    assert float(rows[-1]["regret a game"]) < float(rows[0]["regret a game"]) / 2


def test_the_page_has_the_question_the_result_and_its_meaning(client: Client) -> None:
    shown = page_of(client, ADDRESS)
    for words in ("The question", "Results", "What it means for a player"):
        assert words in shown
    for each in series.ALL:
        assert each.command() in shown
    for seed in SEEDS:
        assert f"mwum:knowing-{seed}" in shown
    assert "1.25" in shown


def test_points_along_runs_are_those_of_their_blocks() -> None:
    blocks = [block for training_run in FOUND[series.PLAIN] for block in training_run.curve[:2]]
    games, first = series.along(FOUND[series.PLAIN], 10)[0]
    assert games == 10_000
    assert first.points == sum(block.points for block in blocks)
    value = series.points(Block(4, 0, 0, 10, 30, 0))
    assert value.value == 2.5
    assert value.sem == pytest.approx(sqrt(5 / 3 / 4))


def test_the_blind_players_are_those_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    command = learning_figures.UNIFORM_COMMAND.split()[1:]
    call_command(*command, "--json")
    told = json.loads(capsys.readouterr().out)
    points = sum(n * count for n, count in enumerate(learning_figures.uniform()))
    mean = points / learning_figures.UNIFORM_GAMES
    assert told["mean_stacks"] == pytest.approx(mean)


@pytest.mark.slow
def test_stored_scores_with_strangers_are_reproduced() -> None:
    stored = LEARNERS["mwum"].load()
    for pair in stored.pairs:
        agents = [registry.find(pair.one), registry.find(pair.other)]
        sample = simulate(Rules.standard(2), agents, 8, "again", threads=1).mean_zero
        error = pair.mean.sem * sqrt(pair.mean.units) / sqrt(8)
        assert abs(pair.mean.value - sample) < 5 * error + 1
