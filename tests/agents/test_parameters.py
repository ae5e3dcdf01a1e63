"""What a run may be made of: every default, and every bound on both of its sides."""

import msgspec
import pytest

from agents.archives import BadParameters, Setting
from agents.archives.setting import Recipe
from agents.learning.hcic_run import HcicRecipe
from agents.learning.recipe import LearningRecipe as LearningRecipe
from agents.mwum.run import MwumRecipe as WeightsRecipe

MADE: dict[str, msgspec.Struct] = {
    "setting": Setting(),
    "recipe": Recipe("1", individuals=1_000_000_000, initial=1),
    "learning": LearningRecipe("rainbow", 2, "1"),
    "hcic": HcicRecipe("source", 2, "1"),
    "weights": WeightsRecipe("paper", "1", 0.1, 1, epsilon=1.0, episode=1),
    "whole games": WeightsRecipe("paper", "1", 0.1, 1),
}

BOUNDS = [
    ("setting", "players", 2, 5),
    ("recipe", "individuals", 1, 1_000_000_000),
    ("recipe", "initial", 1, 1_000_000_000),
    ("recipe", "games", 1, 100_000),
    ("recipe", "batch", 1, 100_000),
    ("learning", "players", 2, 5),
    ("learning", "hidden", 8, 4_096),
    ("learning", "kept", 1_000, 4_000_000),
    ("hcic", "players", 2, 5),
    ("hcic", "games", 10, 1_000_000),
    ("hcic", "batch", 1, 65_536),
    ("hcic", "rate", 0.0, 1.0),
    ("weights", "players", 2, 5),
    ("weights", "block", 1, 1_000_000_000),
    ("weights", "plateau", 0, 1_000_000_000),
    ("whole games", "episode", 0, 50),
    ("weights", "eta", 0.0, 100.0),
    ("weights", "penalty", 0.0, 100.0),
    ("whole games", "epsilon", 0.0, 1.0),
    ("weights", "decay", 0.0, 1.0),
]

CHOICES = {
    ("setting", "alphabet"): "published or full",
    ("setting", "mode"): "faithful or clean",
    ("setting", "scoring"): "stacks or zero",
    ("recipe", "algorithm"): "paper or improved or adaptive",
    ("learning", "algorithm"): "rainbow or rainbow+",
    ("learning", "schedule"): "paper or batched",
    ("learning", "belief"): "none or exact or hcic",
    ("learning", "reward"): "score or cards",
    ("learning", "device"): "cpu or cuda",
    ("learning", "precision"): "float32 or bfloat16",
    ("learning", "credit"): "acting or previous",
    ("learning", "goir"): "none or paper or program",
    ("learning", "initial"): "published or narrow",
    ("hcic", "size"): "small or paper",
    ("hcic", "device"): "cpu or cuda",
    ("weights", "agent"): "paper or knowing",
}


def with_value(made: str, name: str, value: object) -> msgspec.Struct:
    usual = {one: getattr(MADE[made], one) for one in MADE[made].__struct_fields__}
    return type(MADE[made])(**usual | {name: value})


@pytest.mark.parametrize(("made", "name", "low", "high"), BOUNDS)
def test_a_number_may_be_from_here_to_there(made: str, name: str, low: float, high: float) -> None:
    for value in (low, high):
        assert getattr(with_value(made, name, value), name) == value
    for value in (low - 1, high + 1):
        with pytest.raises(BadParameters) as refusal:
            with_value(made, name, value)
        assert str(refusal.value) == f"{name} must be from {int(low)} to {int(high)}, not {value}."


@pytest.mark.parametrize(("made", "name"), CHOICES)
def test_a_word_is_one_of_these(made: str, name: str) -> None:
    with pytest.raises(BadParameters) as refusal:
        with_value(made, name, "other")
    assert str(refusal.value).startswith(f"{name} must be {CHOICES[made, name]}, not ")


@pytest.mark.parametrize("made", ["recipe", "learning", "hcic", "weights"])
def test_a_seed_has_1_to_100_characters_that_can_be_printed(made: str) -> None:
    assert with_value(made, "seed", "s" * 100)
    for seed in ("", "s" * 101, "a\nb"):
        with pytest.raises(BadParameters, match=r"^seed must be 1 to 100 printable characters\.$"):
            with_value(made, "seed", seed)


def test_what_contradicts_itself_is_refused() -> None:
    for made, given, words in (
        ("setting", {"measures": ("risk_aversion",) * 2}, "both are risk_aversion."),
        ("setting", {"grid": (1, 101)}, "grid must be from 1 to 100, not 101."),
        ("setting", {"grid": (0, 100)}, "grid must be from 1 to 100, not 0."),
        ("learning", {"credit": "previous"}, "a choice of --goir paper alone."),
        ("learning", {"belief": "hcic"}, "give both or neither."),
        ("learning", {"hcic": "small"}, "give both or neither."),
        ("learning", {"advice": "a" * 101}, "advice must be the address of an agent."),
        ("weights", {"least": 0.5, "epsilon": 0.4}, "so it cannot be larger."),
        ("weights", {"epsilon": 0.0, "decay": 0.5}, "give --epsilon."),
        (
            "weights",
            {"block": 3, "plateau": 4},
            "a multiple of the block of 3 games.",
        ),
        ("weights", {"episode": 0, "penalty": 1.0}, "give --episode too."),
        ("weights", {"shaped": True}, "so episode must be 0."),
        ("weights", {"agent": "knowing", "bucketed": True}, "leave it out."),
    ):
        usual = {one: getattr(MADE[made], one) for one in MADE[made].__struct_fields__}
        with pytest.raises(BadParameters) as refusal:
            type(MADE[made])(**usual | given)
        assert str(refusal.value).endswith(words)
    assert Setting(grid=(1, 100)).cells == 100
    assert WeightsRecipe("paper", "1", 0.1, 3, plateau=6, epsilon=0.5, least=0.5).least == 0.5


def test_what_is_held_out_is_a_tenth_and_at_least_a_game() -> None:
    assert [HcicRecipe("s", 2, "1", games=games).held_out for games in (10, 19, 200)] == [1, 1, 20]
