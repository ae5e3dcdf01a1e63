"""What a run may be made of: refusals say what may be, and that may be."""

import re

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

NUMBERS = {
    "setting": "players",
    "recipe": "individuals initial games batch",
    "learning": "players hidden kept",
    "hcic": "players games batch rate",
    "weights": "players block plateau eta penalty decay",
    "whole games": "episode epsilon",
}
WORDS = {
    "setting": "alphabet mode scoring",
    "recipe": "algorithm",
    "learning": "algorithm schedule belief reward device precision credit goir initial",
    "hcic": "size device",
    "weights": "agent",
}


def each(names: dict[str, str]) -> pytest.MarkDecorator:
    """Every field in a table of fields by what has them."""
    fields = [(made, name) for made, all_of_it in names.items() for name in all_of_it.split()]
    return pytest.mark.parametrize(("made", "name"), fields)


def with_values(made: str, values: dict[str, object]) -> msgspec.Struct:
    usual = {one: getattr(MADE[made], one) for one in MADE[made].__struct_fields__}
    return type(MADE[made])(**usual | values)


def refusal(made: str, name: str, value: object) -> str:
    """What is said of a value of this field; empty if it may be."""
    try:
        with_values(made, {name: value})
    except BadParameters as refused:
        return str(refused)
    return ""


@each(NUMBERS)
def test_a_parameter_accepts_exactly_the_range_that_its_refusal_names(made: str, name: str) -> None:
    said = re.fullmatch(rf"{name} must be from (\d+) to (\d+), not -1\.", refusal(made, name, -1))
    low, high = map(int, said.groups())
    assert refusal(made, name, low) == refusal(made, name, high) == ""
    for value in (low - 1, high + 1):
        assert refusal(made, name, value) == f"{name} must be from {low} to {high}, not {value}."


@each(WORDS)
def test_a_parameter_accepts_every_word_that_its_refusal_names(made: str, name: str) -> None:
    said = re.match(rf"{name} must be (\w.+), not ", refusal(made, name, "other"))
    for word in said[1].split(" or "):
        assert not refusal(made, name, word).startswith(f"{name} must be ")


@pytest.mark.parametrize("made", ["recipe", "learning", "hcic", "weights"])
def test_a_seed_has_1_to_100_characters_that_can_be_printed(made: str) -> None:
    assert with_values(made, {"seed": "s" * 100})
    for seed in ("", "s" * 101, "a\nb"):
        with pytest.raises(BadParameters, match=r"^seed must be 1 to 100 printable characters\.$"):
            with_values(made, {"seed": seed})


def test_contradictory_parameters_are_refused() -> None:
    for made, given, words in (
        ("setting", {"measures": ("risk_aversion",) * 2}, "both are risk_aversion."),
        ("setting", {"grid": (1, 101)}, "grid must be from 1 to 100, not 101."),
        ("setting", {"grid": (0, 100)}, "grid must be from 1 to 100, not 0."),
        ("learning", {"credit": "previous"}, "a choice of --goir paper alone."),
        ("learning", {"belief": "hcic"}, "give both or neither."),
        ("learning", {"hcic": "small"}, "give both or neither."),
        ("learning", {"advice": "a" * 101}, "advice must be the address of an agent."),
        ("weights", {"least": 0.5, "epsilon": 0.4}, "at most epsilon, 0.4, not 0.5."),
        ("weights", {"epsilon": 0.0, "decay": 0.5}, "give --epsilon."),
        ("weights", {"block": 3, "plateau": 4}, "a multiple of the block of 3 games, not 4."),
        ("weights", {"episode": 0, "penalty": 1.0}, "give --episode too."),
        ("weights", {"shaped": True}, "so episode must be 0."),
        ("weights", {"agent": "knowing", "bucketed": True}, "leave it out."),
    ):
        with pytest.raises(BadParameters, match=f"{re.escape(words)}$"):
            with_values(made, given)
    assert Setting(grid=(1, 100)).cells == 100
    assert WeightsRecipe("paper", "1", 0.1, 3, plateau=6, epsilon=0.5, least=0.5).least == 0.5


def test_a_tenth_of_the_games_and_at_least_one_is_held_out() -> None:
    assert [HcicRecipe("s", 2, "1", games=games).held_out for games in (10, 19, 200)] == [1, 1, 20]
