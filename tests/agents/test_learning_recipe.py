"""How runs that learn are made, to the last value that they may have, and what is told of them."""

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest

from agents.learning import network as module
from agents.learning.evaluation import SelfPlay
from agents.learning.network import torch_here
from agents.learning.recipe import SCHEDULES, LearningRecipe
from agents.learning.run import (
    LearningPoint,
    LearningRun,
    command,
    figures,
    kinds,
    report,
    sentences,
)
from agents.runs.errors import BadRun

PLAIN: dict[str, Any] = {"algorithm": "rainbow", "players": 2, "seed": "7"}


def test_consistent_options_are_accepted() -> None:
    LearningRecipe(**PLAIN | {"seed": "s" * 100, "advice": "a" * 100})
    LearningRecipe(**PLAIN | {"goir": "paper", "credit": "previous"})
    LearningRecipe(**PLAIN | {"belief": "hcic", "hcic": "small-2p"})


def test_beliefs_and_advice_are_appended_to_the_observation() -> None:
    """Two hold five cards of 25 kinds and have 20 moves; four hold four, and have 38."""
    for players, cards, moves in ((2, 125, 20), (4, 100, 38)):
        recipe = PLAIN | {"players": players}
        assert LearningRecipe(**recipe).extra_inputs == 0
        assert LearningRecipe(**recipe | {"belief": "exact"}).extra_inputs == cards
        assert LearningRecipe(**recipe | {"advice": "rules:focus"}).extra_inputs == moves
        both = LearningRecipe(**recipe | {"belief": "exact", "advice": "rules:focus"})
        assert both.extra_inputs == cards + moves


def test_the_paper_and_batched_schedules_learn_equally_often_from_each_transition() -> None:
    paper, batched = SCHEDULES["paper"], SCHEDULES["batched"]
    assert paper.batch / paper.update == batched.batch / batched.update == 8


def measured() -> SelfPlay:
    """Five games of two: 0 and 2 points, and 3 and 3 of which one was struck out, and 1."""
    stacks, struck = (1, 1, 1, 2), (0, 0, 0, 1)
    actions = (1, 2, 3, 4, 0, 5, 0, 0, 5, 0, 1, 1, 1, 1, 2, 0, 0, 0, 0, 24)
    return SelfPlay(5, 50, stacks, struck, actions)


def test_a_test_is_reported_as_means_errors_and_shares() -> None:
    scores = [0, 0, 1, 2, 3]
    assert figures(measured(), 2) == {
        "games": 5,
        "mean": pytest.approx(1.2),
        "error": pytest.approx(np.std(scores, ddof=1) / np.sqrt(5)),
        "lost": pytest.approx(0.2),
        "mean_stacks": pytest.approx(1.8),
        "kinds": {"discard": 0.2, "play": 0.2, "colour": 0.12, "rank": 0.48},
        "scores": (2, 1, 1, 1),
        "actions": measured().actions,
    }
    assert SelfPlay(1, 9, (0, 1), (0, 0), ()).error == 0


def test_moves_of_four_are_of_four_cards_and_fifteen_clues_each_way() -> None:
    actions = (1,) * 4 + (2,) * 4 + (3,) * 15 + (4,) * 15
    told = kinds(SelfPlay(1, 100, (1,), (0,), actions), 4)
    assert told == {"discard": 0.04, "play": 0.08, "colour": 0.45, "rank": 0.6}
    assert set(kinds(SelfPlay(1, 0, (1,), (0,), (0,) * 38), 4).values()) == {0}


def test_the_json_of_a_run_has_its_curve_and_its_rate() -> None:
    recipe = LearningRecipe(**PLAIN | {"hidden": 16})
    point = LearningPoint(25_000, 0.5, measured())
    run = LearningRun("mine", recipe, 40_000, 30_000, 12.0, (point,), measured())
    told = report(run)
    assert {name: told[name] for name in ("run", "hidden", "turns", "seconds")} == {
        "run": "mine", "hidden": 16, "turns": 30_000, "seconds": 12.0,
    }  # fmt: skip
    assert told["turns_per_second"] == 2_500
    assert told["curve"] == [{"turns": 25_000, "loss": 0.5, **figures(measured(), 2)}]
    assert told["final"] == figures(measured(), 2)
    assert told["first_above_5"] is None
    fresh = report(LearningRun("mine", recipe, 40_000))
    assert (fresh["turns_per_second"], fresh["curve"], fresh["final"]) == (None, [], None)


def test_the_text_on_a_run_has_its_policys_score() -> None:
    run = LearningRun("mine", LearningRecipe(**PLAIN), 40_000, 30_000, 1_200.0, final=measured())
    assert sentences(run).splitlines() == [
        "mine: 30,000 turns in 1,200 s, 25 a second.",
        "Its policy: 1.20 ± 0.58 points a game, lost games at 0 (20% of them); "
        "1.80 cards played; 5 games.",
    ]
    assert (
        sentences(LearningRun("new", LearningRecipe(**PLAIN), 9))
        == "new: 0 turns in 0 s, 0 a second."
    )


def test_the_command_that_makes_a_run_names_what_is_unusual_about_it() -> None:
    unusual = PLAIN | {"algorithm": "rainbow+", "goir": "program", "seed": "two words"}
    assert command(LearningRun("mine", LearningRecipe(**unusual), 500)) == (
        "manage.py train mine --players 2 --algorithm rainbow+ --goir program --initial narrow "
        "--turns 500 --seed 'two words'"
    )
    plain = "manage.py train plain --players 2 --turns 9 --seed 7"
    published = LearningRecipe(**PLAIN, initial="published")
    assert command(LearningRun("plain", published, 9)) == plain


def test_records_of_older_versions_have_the_papers_rewards_and_narrow_weights() -> None:
    older = b'{"algorithm": "rainbow", "players": 4, "seed": "1", "goir": true}'
    recipe = msgspec.json.decode(older, type=LearningRecipe)
    assert (recipe.goir, recipe.credited, recipe.initial) == ("paper", "acting", "narrow")
    assert LearningRecipe(**PLAIN | {"goir": False}).goir == "none"
    assert LearningRecipe(**PLAIN | {"goir": "program"}).credited == "previous"


QUICK = "processor\t: 0\nflags\t\t: fpu sse2 avx512_bf16 \nbugs\t\t: none\n"
SLOW = "processor\t: 0\nbugs\t\t: no bf16\n"


class FakeTorch:
    """A stand-in for torch that takes every setting."""

    def __init__(self, cuda: bool = False, bfloat16: bool = True) -> None:
        self.cuda = SimpleNamespace(is_available=lambda: cuda)
        self.ops = SimpleNamespace(
            mkldnn=SimpleNamespace(_is_mkldnn_bf16_supported=lambda: bfloat16)
        )

    def set_num_threads(self, number: int) -> None: ...


def here(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, torch: FakeTorch, cpuinfo: str | None = QUICK
) -> FakeTorch:
    """The only PyTorch there is, on a processor that says this of itself; None if it is silent."""

    def load(name: str) -> FakeTorch:
        assert name == "torch"
        return torch

    file = tmp_path / "cpuinfo"
    if cpuinfo is not None:
        file.write_text(cpuinfo)
    monkeypatch.setattr(module, "CPUINFO", file)
    monkeypatch.setattr(module, "importlib", SimpleNamespace(import_module=load))
    monkeypatch.setattr(os, "environ", {})
    return torch


def test_a_missing_graphics_card_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    here(monkeypatch, tmp_path, FakeTorch(cuda=False))
    with pytest.raises(BadRun) as refusal:
        torch_here("cuda")
    assert str(refusal.value) == "PyTorch sees no CUDA device here; --device cpu needs none."


@pytest.mark.parametrize(
    ("bfloat16", "cpuinfo"), [(False, QUICK), (True, SLOW), (False, SLOW), (True, ""), (True, None)]
)
def test_half_precision_is_refused_where_it_would_be_slower(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, bfloat16: bool, cpuinfo: str | None
) -> None:
    torch = here(monkeypatch, tmp_path, FakeTorch(bfloat16=bfloat16), cpuinfo)
    with pytest.raises(BadRun) as refusal:
        torch_here("cpu", "bfloat16")
    assert str(refusal.value) == (
        "This processor is slower in bfloat16 than in float32; leave --precision out."
    )
    assert torch_here("cpu", "float32") is torch
