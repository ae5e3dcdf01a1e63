"""Runs that learn by multiplicative weights: kept, interrupted, continued, refused in words."""

import json
import zlib
from contextlib import AbstractContextManager
from io import StringIO
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from django.core.management import CommandError, call_command

from agents import registry
from agents.arena import simulate
from agents.contract import AgentError
from agents.mwum import policies, training
from agents.mwum.run import RUNS, Block, MwumRecipe, MwumRun, report, sentences
from agents.mwum.training import MwumTraining
from agents.runs.errors import BadRun
from agents.runs.stopping import Stopped
from native import Rules
from native.strategies.mwum.learning import Kind, Method, Option, Tally
from native.strategies.mwum.policy import ENTRY


@pytest.fixture(autouse=True)
def _short_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agents.mwum.training.TEST_GAMES", 1_000)


RECIPE = MwumRecipe("paper", seed="7", eta=0.5, block=400, bucketed=True)


def begun(name: str, recipe: MwumRecipe, games: int) -> AbstractContextManager[MwumTraining]:
    return RUNS.begun(MwumRun(name, recipe, games), MwumTraining)


def resumed(name: str, games: int | None = None) -> AbstractContextManager[MwumTraining]:
    return RUNS.resumed(name, MwumTraining, games)


def kept(name: str) -> tuple[bytes, bytes]:
    """The bytes of a run's two files, but for its name."""
    training_run = RUNS.load(name)
    weights = RUNS.folder(name) / f"weights-{training_run.games}.bin"
    text = (RUNS.folder(name) / RUNS.file).read_bytes()
    return text.replace(f'"{name}"'.encode(), b'"run"'), weights.read_bytes()


def whole(name: str, games: int = 2_000) -> None:
    with begun(name, RECIPE, games) as run:
        run.make()


def stopping_after(calls: int, run: MwumTraining) -> None:
    """Make a run that is asked to stop after so many steps."""
    asked = iter([False] * calls)
    with pytest.raises(Stopped):
        run.make(asked_to_stop=lambda: next(asked, True))


@pytest.mark.long
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_a_stopped_run_resumes_to_the_same_bytes(small_runs: Path, steps: int) -> None:
    whole("whole")
    with begun("parts", RECIPE, 2_000) as run:
        stopping_after(steps, run)
    assert 0 < RUNS.load("parts").games < 2_000
    with resumed("parts") as run:
        run.make()
    assert kept("parts") == kept("whole")


def test_a_finished_run_can_be_made_longer(small_runs: Path) -> None:
    whole("whole", 2_000)
    whole("parts", 1_100)
    with resumed("parts", 2_000) as run:
        run.make()
    assert kept("parts") == kept("whole")
    assert len(list(RUNS.folder("parts").glob("weights-*"))) == 1


def test_the_command_reports_its_results(
    small_runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("mwum", "told", "--games", "500", "--bucketed", "--json")
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 500
    assert told["bucketed"]
    assert 1 < told["tests"]["drawn"]["mean_stacks"] < 2
    call_command("mwum", "told", "--games", "600", "--resume")
    assert "told: 600 games" in capsys.readouterr().out


@pytest.mark.long
@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["Bad"], "small letters"),
        (["fresh", "--agent", "nobody"], "agent must be paper"),
        (["fresh", "--games", "0"], "games must be from 1"),
        (["fresh", "--seed", ""], "seed must be"),
        (["there", "--resume", "--eta", "0.1"], "begun with eta 0.5"),
        (
            ["there", "--resume", "--games", "50"],
            r"^games must be from 400, which there has made, to \d+\.$",
        ),
    ],
)
def test_invalid_values_are_refused_with_a_message(
    small_runs: Path, options: list[str], words: str
) -> None:
    whole("there", 400)
    with pytest.raises(CommandError, match=words) as refused:
        call_command("mwum", *options)
    assert refused.value.returncode == 2


def test_truncated_weights_are_refused(small_runs: Path) -> None:
    whole("damaged", 400)
    path = RUNS.folder("damaged") / "weights-400.bin"
    for data in (b"", b"short", path.read_bytes()[:-9], path.read_bytes()[:108] + b"no zlib"):
        path.write_bytes(data)
        with pytest.raises(BadRun, match=r"^The checkpoint of damaged is damaged: .+\.$"):
            resumed("damaged").__enter__()


def test_a_resumed_run_drops_its_earlier_test(small_runs: Path) -> None:
    whole("parts", 400)
    assert RUNS.load("parts").best
    with resumed("parts", 2_000) as run:
        stopping_after(1, run)
    assert RUNS.load("parts").best is RUNS.load("parts").drawn is None


def test_weights_that_do_not_match_the_record_are_refused_with_a_message(small_runs: Path) -> None:
    whole("longer", 400)
    earlier = (RUNS.folder("longer") / "weights-400.bin").read_bytes()
    with resumed("longer", 800) as run:
        run.make()
    (RUNS.folder("longer") / "weights-800.bin").write_bytes(earlier)
    with pytest.raises(BadRun, match=r"of another run: it has 400 games, the record 800\.$"):
        resumed("longer").__enter__()


def test_a_run_ends_on_its_plateau(small_runs: Path) -> None:
    out = StringIO()
    call_command(
        "mwum", "flat", "--eta", "0", "--games", "4000", "--block", "50", "--plateau", "100",
        stdout=out, stderr=StringIO(),
    )  # fmt: skip
    run = RUNS.load("flat")
    assert run.on_plateau
    assert 200 <= run.games == run.of < 4000
    assert run.games % 50 == 0
    assert "its last 100 games were no better" in out.getvalue()
    before, last = (sum(b.points for b in run.curve[at : at + 2]) for at in (-4, -2))
    assert last <= before
    assert all(
        sum(b.points for b in run.curve[at - 2 : at])
        > sum(b.points for b in run.curve[at - 4 : at - 2])
        for at in range(4, len(run.curve))
    )


def taught(name: str, games: int = 1_000) -> None:
    recipe = MwumRecipe("knowing", "7", 1.0, 500, visits=True, episode=2, penalty=2.0)
    with begun(name, recipe, games) as run:
        run.make()


def test_a_run_is_an_agent_for_as_many_players_as_it_learnt_with(small_runs: Path) -> None:
    taught("mine")
    entry = registry.find("mwum:mine")
    assert entry.players == (2,)
    with pytest.raises(AgentError, match="plays with 2 players, not 3"):
        entry.refuse_unless_seatable(Rules.standard(3), with_people=True)
    with pytest.raises(AgentError, match="five plain suits"):
        entry.refuse_unless_seatable(Rules.standard(2, "6 Suits"), with_people=True)
    entry.refuse_unless_seatable(Rules.standard(2), with_people=True)


@pytest.mark.long
def test_an_agent_scores_in_the_arena_as_its_run_recorded(small_runs: Path) -> None:
    taught("mine")
    entry, best = registry.find("mwum:mine"), RUNS.load("mine").best
    result = simulate(Rules.standard(2), [entry, entry], 200, "arena", threads=1)
    mean = sum(points * games for points, games in best.counts["stacks"].items()) / best.games
    assert abs(result.mean_stacks - mean) < 5 * result.sem_stacks


@pytest.mark.long
def test_an_agent_has_another_version_when_it_has_learnt_more(small_runs: Path) -> None:
    taught("mine", 1_000)
    before = registry.find("mwum:mine").version
    assert before == registry.find("mwum:mine").version
    with resumed("mine", 2_000) as run:
        run.make()
    assert registry.find("mwum:mine").version != before


@pytest.mark.long
@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("mwum:nobody", "There is no run of `mwum` named nobody"),
        ("mwum:", "small letters"),
        ("mwum:../etc", "small letters"),
        ("mwum:paper", "looks at its own hidden cards"),
        ("mwum:begun", "has not saved a policy yet"),
        ("mwum:broken", "is damaged"),
    ],
)
def test_an_address_without_a_policy_is_refused_with_a_message(
    small_runs: Path, address: str, words: str
) -> None:
    whole("paper", 400)
    taught("broken", 500)
    path = RUNS.folder("broken") / policies.FILE
    path.write_bytes(path.read_bytes()[:-3])
    recipe = MwumRecipe("knowing", "7", 1.0, 500)
    with begun("begun", recipe, 1_000) as run:
        stopping_after(1, run)
    with pytest.raises(AgentError, match=words):
        registry.find(address)


def test_an_agent_that_learnt_too_little_for_a_policy_plays_all_the_same(small_runs: Path) -> None:
    out = StringIO()
    call_command("mwum", "short", agent="knowing", games=40, stdout=out, stderr=StringIO())
    assert out.getvalue().startswith("short: 40 games")
    assert not len(policies.load("short").learnt)
    assert registry.find("mwum:short").title == "Self-taught: short"


def test_a_run_that_hides_a_shipped_one_says_how_to_restore_it(small_runs: Path) -> None:
    err = StringIO()
    call_command("mwum", "knowing-1", agent="knowing", games=40, stdout=StringIO(), stderr=err)
    assert f"until you delete {RUNS.own('knowing-1')}." in err.getvalue()


def test_a_point_of_the_curve_is_one_block_of_games(small_runs: Path) -> None:
    whole("blocks", 1_100)
    assert [block.games for block in RUNS.load("blocks").curve] == [400, 400, 300]


def test_a_policy_is_tested_on_other_deals_than_it_learnt_from(
    small_runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds = {}
    for name in ("learn", "play"):
        real = getattr(training, name)

        def listening(*args: Any, name: str = name, real: Any = real, **options: Any) -> Any:
            seeds.setdefault(name, set()).add(args[2])
            return real(*args, **options)

        monkeypatch.setattr(training, name, listening)
    whole("tested", 400)
    assert seeds["learn"]
    assert seeds["play"]
    assert seeds["learn"].isdisjoint(seeds["play"])


RECIPE_SUMS = MwumRecipe("paper", seed="7", eta=0.5, block=4, plateau=8)
STACKS = (1, 0, 2, 1)
"""One game of 0 points, two of 2, one of 3."""
TEST = Tally(4, 40, 10, STACKS, (0, 0, 1, 0))


def block(points: int, games: int = 4) -> Block:
    return Block(games, 10 * games, 3 * games, points, 0, 0)


def run(*points: int, last: int = 4) -> MwumRun:
    curve = [block(each) for each in points]
    return MwumRun("by-hand", RECIPE_SUMS, 100, (*curve[:-1], block(points[-1], last)))


def test_a_block_adds_up_points_and_their_squares() -> None:
    tally = Tally(games=4, moves=40, met=10, stacks=STACKS, struck=(1, 0, 1, 0))
    made = Block.of(tally)
    assert made == Block(games=4, moves=40, met=10, points=7, squares=17, struck=2)
    assert made + Block(1, 2, 3, 4, 5, 6) == Block(5, 42, 13, 11, 22, 8)


def test_a_game_lost_by_strikes_scores_0_under_scoring_zero() -> None:
    assert TEST.counts == {"stacks": {0: 1, 1: 0, 2: 2, 3: 1}, "zero": {0: 2, 1: 0, 2: 1, 3: 1}}


@pytest.mark.parametrize(
    ("curve", "ended"),
    [
        (run(1, 1, 1, 1), True),
        (run(9, 1, 1, 1, 1), True),
        (run(1, 1, 1, 2), False),
        (run(1, 2, 2, 1), True),
        (run(9, 9, 1, 1, 9, 8), False),
        (run(1, 1, 1), False),
        (run(2, 2, 2, 2, 1, last=3), False),
        (msgspec.structs.replace(run(1, 1, 1, 1), recipe=MwumRecipe("paper", "7", 0.5, 4)), False),
    ],
)
def test_a_plateau_is_that_many_games_without_a_new_best(curve: MwumRun, ended: bool) -> None:
    assert curve.on_plateau is ended


def test_the_number_of_games_of_a_run_is_the_sum_over_its_blocks() -> None:
    assert run(1, 1, 1, last=3).games == 11


def test_progress_shows_the_mean_of_the_last_complete_block() -> None:
    assert MwumTraining(run(6, 1, last=2)).note == "1.50 points a game"
    assert MwumTraining(run(3, last=2)).note == "1.50 points a game"


def test_the_json_has_means_errors_and_shares() -> None:
    told = report(msgspec.structs.replace(run(4, 6), drawn=TEST))
    assert (told["run"], told["games"], told["eta"], told["plateau"]) == ("by-hand", 8, 0.5, 8)
    assert told["last_block"] == 1.5
    assert told["met"] == pytest.approx(0.3)
    stacks, zero = [0, 2, 2, 3], [0, 0, 2, 3]
    assert told["tests"] == {
        "drawn": {
            "games": 4,
            "mean_stacks": 1.75,
            "sem_stacks": pytest.approx(np.std(stacks, ddof=1) / sqrt(4)),
            "mean_zero": 1.25,
            "sem_zero": pytest.approx(np.std(zero, ddof=1) / sqrt(4)),
            "strikeouts": 1,
            "perfect": 1,
        }
    }


def test_the_text_has_the_same_results_in_sentences() -> None:
    one = Tally(1, 1, 1, (0, 1, 0, 0), (0, 0, 0, 0))
    ended = msgspec.structs.replace(run(1, 1, 1, 1), drawn=TEST, best=one)
    assert sentences(ended).splitlines() == [
        "by-hand: 16 games, 0.25 points a game in the last 4.",
        "It ended: its last 8 games were no better than those before.",
        "Actions drawn by weight: 1.75 ± 0.63 stacks, 1.25 ± 0.75 zero, over 4 games.",
        "Always the heaviest action: 1.00 ± 0.00 stacks, 1.00 ± 0.00 zero, over 1 games.",
    ]
    assert len(sentences(run(1, 2)).splitlines()) == 1


def test_a_policy_of_few_entries_is_read_unchanged() -> None:
    entries = np.zeros(3, ENTRY)
    entries["key"] = [5, 1 << 62, (1 << 62) + 7]
    entries["value"] = [-3.0, -255.0, -0.0]
    read = policies.decode(policies.encode(entries)).learnt
    assert read["key"].tolist() == entries["key"].tolist()
    assert read["value"].tolist() == entries["value"].tolist()


@pytest.mark.parametrize("data", [b"seven..", bytes((policies.MOST + 1) * policies.WIDTH)])
def test_a_policy_of_another_length_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"^the file is truncated or too long$"):
        policies.decode(zlib.compress(data, 1))


def test_a_run_without_a_policy_says_so() -> None:
    with pytest.raises(BadRun, match=r"^The run plain-1 has not saved a policy yet\.$"):
        policies.load("plain-1")


def recipe(**changes: Any) -> MwumRecipe:
    return MwumRecipe(**{"agent": "knowing", "seed": "7", "eta": 0.5, "block": 10, **changes})


def test_every_option_reaches_the_core() -> None:
    made = recipe(
        players=4, visits=True, episode=7, penalty=2.5, epsilon=0.3, decay=0.9, least=0.01
    )
    expected = Method(Kind.KNOWING, 0.5, Option.VISITS, 7, 2.5, 0.3, 0.9, 0.01)
    assert made.method == expected
    assert made.rules == Rules.standard(4)
    both = recipe(agent="paper", bucketed=True, shaped=True).method
    assert (both.kind, both.options) == (Kind.PAPER, Option.BUCKETED | Option.SHAPED)
