"""What the commands of agents take, what they do without being told, and what they make of it."""

from __future__ import annotations

import argparse
import os
from contextlib import nullcontext
from io import StringIO
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command, load_command_class

from agents.archives import BadParameters, Recipe, Setting
from agents.learning.hcic_run import HcicPoint, HcicRecipe, HcicRun
from agents.learning.recipe import Recipe as Learning
from agents.learning.run import Run
from agents.management import setting_options
from agents.management.commands import (
    evolve,
    hcic,
    mwum,
    reduced_games,
    train,
    tune_wary,
    with_people,
)
from agents.mwum.training_run import Recipe as Taught
from native import Rules
from native.solver.reduced_games import Deviation
from native.strategies.mwum.memory import TableFull

CPUS = os.cpu_count()
DJANGOS = {"help", "version", "verbosity", "settings", "pythonpath", "traceback", "no_color",
           "force_color", "skip_checks"}  # fmt: skip
RUNS = {"resume": False, "json": False}
REDUCED = {
    "players": 2, "suits": 3, "ranks": None, "copies": "2,2,1", "hand": 3, "hints": 3,
    "games": 100_000, "seed": "1", "reading": "official", "deviations": None, "threads": CPUS,
    "perfect_only": False, "json": False,
}  # fmt: skip
UNTOLD: dict[str, dict[str, Any]] = {
    "check_rules": {"json": False},
    "evolve": {"executor": "threads", "scheduler": "", **RUNS},
    "export_archive": {"format": "json"},
    "found_again": {"games": 40_000, "threads": CPUS},
    "hcic": RUNS,
    "import_archive": {"population": ""},
    "mwum": RUNS,
    "perfect": {
        "games": 10_000, "players": 2, "seed": "1", "reading": "official", "threads": CPUS,
        "json": False,
    },
    "profiles": {},
    "reduced_games": REDUCED,
    "scores": {"games": 20_000, "seed": "scores"},
    "simulate": {
        "games": 10_000, "first": 0, "seed": "0", "threads": CPUS, "faithful": False,
        "clean": False, "json": False,
    },
    "train": RUNS,
    "tune_conv": {
        "players": 3, "steps": 40, "pairs": 150, "games": 60, "seed": "1", "threads": 1,
        "write": False,
    },
    "tune_wary": {
        "trials": 8000, "begin": "elite:improved-2/9,19", "games": 400, "seed": "1",
        "write": False,
    },
    "winnable": REDUCED,
    "with_people": {"players": 2, "games": 1000, "seed": "with-people"},
}  # fmt: skip


@pytest.mark.parametrize("name", UNTOLD)
def test_what_is_not_said_is_as_usual(name: str) -> None:
    parser = load_command_class("agents", name).create_parser("manage.py", name)
    usual = {one.dest: one.default for one in parser._actions if one.dest not in DJANGOS}
    told = {dest: value for dest, value in usual.items() if value is not None}
    assert told == {dest: value for dest, value in UNTOLD[name].items() if value is not None}


def parsed(name: str, *words: str) -> dict[str, Any]:
    parser = load_command_class("agents", name).create_parser("manage.py", name)
    return vars(parser.parse_args(list(words)))


@pytest.mark.parametrize(
    ("name", "words", "expected"),
    [
        ("mwum", ["m", "--eta", "0.5", "--penalty", "1.5", "--epsilon", "0.1", "--decay", "0.9",
                  "--least", "0.01", "--games", "9", "--block", "3", "--episode", "2",
                  "--plateau", "6", "--players", "4", "--no-visits", "--bucketed", "--resume",
                  "--json"],
         {"name": "m", "eta": 0.5, "penalty": 1.5, "epsilon": 0.1, "decay": 0.9, "least": 0.01,
          "games": 9, "block": 3, "episode": 2, "plateau": 6, "players": 4, "visits": False,
          "bucketed": True, "shaped": None, "resume": True, "json": True}),
        ("train", ["t", "--goir", "--no-cards", "--kept", "1", "--hidden", "2", "--turns", "3",
                   "--players", "4", "--resume", "--json"],
         {"name": "t", "goir": True, "cards": False, "colours": None, "kept": 1, "hidden": 2,
          "turns": 3, "players": 4, "resume": True, "json": True}),
        ("hcic", ["h", "--rate", "0.01", "--games", "1", "--steps", "2", "--batch", "3",
                  "--resume", "--json"],
         {"name": "h", "rate": 0.01, "games": 1, "steps": 2, "batch": 3, "resume": True,
          "json": True}),
        ("evolve", ["--run", "e", "--variant", "improved", "--rules", "full", "--grid", "3x40",
                    "--measures", "a,b", "--individuals", "1", "--initial", "2", "--games", "3",
                    "--batch", "4", "--threads", "5", "--players", "3", "--resume", "--json"],
         {"run": "e", "algorithm": "improved", "alphabet": "full", "grid": (3, 40),
          "measures": ("a", "b"), "individuals": 1, "initial": 2, "games": 3, "batch": 4,
          "threads": 5, "players": 3, "resume": True, "json": True}),
        ("tune_wary", ["--trials", "1", "--games", "2", "--write"],
         {"trials": 1, "games": 2, "write": True}),
        ("perfect", ["priority", "--clue-cost", "0.5", "--games", "2", "--threads", "3", "--json"],
         {"strategy": "priority", "clue_cost": 0.5, "games": 2, "threads": 3, "json": True}),
    ],
)  # fmt: skip
def test_what_is_said_is_taken(name: str, words: list[str], expected: dict[str, Any]) -> None:
    found = parsed(name, *words)
    assert {word: found[word] for word in expected} == expected


@pytest.mark.parametrize("text", ["a", "a,b,c"])
def test_a_map_has_two_measures(text: str) -> None:
    with pytest.raises(
        argparse.ArgumentTypeError, match=r"^give two measures with a comma between them\.$"
    ):
        setting_options._names(text)


def test_a_grid_is_written_as_rows_and_columns() -> None:
    assert setting_options._sides("1000x2000") == (1000, 2000)
    for text in ("20", "1x2x3", "1000x20000", "ax5", "٣x5"):
        with pytest.raises(argparse.ArgumentTypeError, match="give rows and columns, such as"):
            setting_options._sides(text)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What a run is begun with, instead of beginning it."""
    asked: list[Any] = []

    def begin(*arguments: Any) -> Any:
        asked.extend(arguments)
        return nullcontext()

    for module in (evolve, mwum, train):
        monkeypatch.setattr(module, "started", begin)
    monkeypatch.setattr(hcic.hcic_training, "started", begin)
    return asked


def test_the_usual_run_of_the_generator_is_the_papers(begun: list[Any]) -> None:
    evolve._started(parsed("evolve", "--run", "e"))
    assert begun == ["e", Setting(), Recipe("1", 1_000_000, 10_000)]
    begun.clear()
    few = ("--individuals", "60", "--players", "3", "--grid", "4x5", "--seed", "s")
    evolve._started(parsed("evolve", "--run", "e", *few))
    assert begun == ["e", Setting(3, grid=(4, 5)), Recipe("s", 60, 60)]


def test_the_usual_run_by_weights_is_that_of_its_agent(begun: list[Any]) -> None:
    mwum._started(parsed("mwum", "m"))
    assert begun == ["m", Taught("paper", "1", 0.1, 1_000), 100_000]
    begun.clear()
    mwum._started(parsed("mwum", "m", "--agent", "knowing", "--games", "99"))
    assert begun == ["m", Taught("knowing", "1", 1.0, 1, visits=True, episode=2, penalty=2.0), 99]


def test_a_run_by_weights_whose_memory_is_full_ends_in_words(
    monkeypatch: pytest.MonkeyPatch, begun: list[Any]
) -> None:
    def full(*_: object) -> None:
        raise TableFull("There are too many states.")

    monkeypatch.setattr(mwum, "make", full)
    with pytest.raises(CommandError, match=r"^There are too many states\.$") as refusal:
        call_command("mwum", "m")
    assert refusal.value.returncode == 2
    assert begun


def test_the_usual_learner_is_rainbow_for_two_million_turns(begun: list[Any]) -> None:
    train._started(parsed("train", "t"))
    assert begun == [Run("t", Learning("rainbow", 2, "1"), 2_000_000)]
    begun.clear()
    train._started(parsed("train", "t", "--turns", "0", "--hidden", "16"))
    assert begun == [Run("t", Learning("rainbow", 2, "1", hidden=16), 0)]


def test_the_usual_model_of_cards_sits_at_the_table_of_its_source(begun: list[Any]) -> None:
    hcic._started(parsed("hcic", "h", "--source", "rainbow-3p"))
    assert begun == [HcicRun("h", HcicRecipe("rainbow-3p", 3, "1"), 20_000)]
    with pytest.raises(BadParameters, match="A new model needs --source, the run whose policy"):
        hcic._started(parsed("hcic", "h"))


def test_a_model_of_cards_is_told_beside_what_counting_gives() -> None:
    run = HcicRun(
        "h", HcicRecipe("s", 2, "1"), 9, 7_000, 1.0, 12_345, 1.5, 2.25, (HcicPoint(9, 3.0, 1.25),)
    )
    assert hcic._sentences(run) == (
        "h: 7,000 steps. It loses 1.250 nats a card on 12,345 cards held out, less than counting "
        "deals (1.500); taking all that is possible as equally likely loses 2.250."
    )
    equal = msgspec.structs.replace(run, exact=1.25)
    assert "held out, no less than counting deals (1.250)" in hcic._sentences(equal)


def test_a_person_sits_first_in_half_of_the_games_and_last_in_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []

    def simulate(*arguments: Any) -> Any:
        asked.append(arguments)
        first = len(asked) == 1
        return SimpleNamespace(
            mean_stacks=10.0 if first else 13.0,
            sem_stacks=0.3 if first else 0.4,
            mean_zero=6.0 if first else 8.0,
            sem_zero=0.6 if first else 0.8,
        )

    monkeypatch.setattr(with_people, "simulate", simulate)
    pair: Any = ["person", "agent"]
    assert with_people._means(pair, Rules.standard(3), 11, "s") == ["11.50 ± 0.25", "7.00 ± 0.50"]
    assert asked == [
        (Rules.standard(3), ["person", "agent", "agent"], 5, "s/0"),
        (Rules.standard(3), ["agent", "agent", "person"], 5, "s/1"),
    ]


def test_a_reduced_game_is_the_one_that_was_asked_for() -> None:
    words = ("--players", "3", "--suits", "2", "--copies", "3,1", "--hand", "2", "--hints", "4",
             "--ranks", "2", "--reading", "seed")  # fmt: skip
    game = reduced_games._game(parsed("reduced_games", *words))
    assert (game.players, game.suits, game.copies, game.hand_size, game.hints) == (
        3, 2, (3, 1), 2, 4,
    )  # fmt: skip
    assert game.reading.name == "SEED"
    one, two, *_ = Deviation
    found = reduced_games._deviations(f"{one.slug},{two.slug},{one.slug}")
    assert found == one | two
    assert reduced_games._deviations(None) is None
    assert reduced_games._names(3) == ["perfect", "minus_1", "minus_2"]


def test_the_prior_is_the_smallest_of_the_best_that_is_good_enough_among_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With 100 it is best with strangers, but not good enough; 150 and 200 are alike."""
    worth = {0: (15.0, 24.0), 50: (16.0, 23.1), 100: (18.0, 23.0), 150: (17.0, 23.2)}
    tries = {**worth, 200: (17.0, 25.0), **dict.fromkeys(range(250, 401, 50), (1.0, 25.0))}
    monkeypatch.setattr(tune_wary.trust, "worth", lambda one, *_: tries[one.prior])
    told = StringIO()
    command = tune_wary.Command(stdout=StringIO(), stderr=told)
    found = command._with_prior(tune_wary.tuned.read(), 10, "1")
    assert "prior 150: 17.00 with the pool, 23.20 among its own\n" in told.getvalue()
    assert found.prior == 150
    assert found.fallback == tune_wary.tuned.read().fallback
    assert tune_wary.MOST == 1000
