"""Search as an agent: its address, its refusals, and what it says where."""

import json
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command

from agents import registry
from agents.contract import AgentError, Decision
from agents.kinds.search import agent as words
from native import Game, Move, Rules, View
from native.play import table
from native.search.search import Scoring, Thought, Value
from tests import positions

ADDRESS = "search:100:rules:focus"


def game_at(turn: int, seed: int) -> Game:
    game = Game(Rules.standard(2), seed=seed)
    agent = registry.find("rules:focus").agent("0")
    while game.turn < turn and game.to_move is not None:
        game.play(agent.decide(game.view(game.to_move)).move)
    return game


def decisions() -> list[Decision]:
    search, reached = registry.find(ADDRESS).agent("seed"), []
    for seed in range(4):
        for turn in (8, 20, 33):
            game = game_at(turn, seed)
            if game.to_move is not None:
                reached.append(search.decide(game.view(game.to_move)))
    return reached


@pytest.mark.parametrize(
    ("address", "refusal"),
    [
        ("search:99:rules:focus", "from 100 to 100,000, not 99"),
        ("search:100001:rules:focus", "from 100 to 100,000, not 100001"),
        ("search:lots:rules:focus", "Write search:ROLLOUTS:AGENT"),
        ("search:200", "Write search:ROLLOUTS:AGENT"),
        ("search:200:", "Write search:ROLLOUTS:AGENT"),
        ("search:200,boldly:rules:focus", "may stand stacks, zero and together, not “boldly”"),
        ("search:200,stacks,zero:rules:focus", "worth one of stacks and zero, not both"),
        ("search:200:rules:nobody", "There is no agent “rules:nobody”"),
        ("search:200:cheat:priority", "cannot be simulated"),
        ("search:200:search:200:rules:focus", "A search cannot be simulated"),
        ("search:200:mwum:knowing-2", "knowing-2 cannot be simulated, so nobody can search with"),
        ("search:200,stacks,stacks:rules:focus", "stacks, zero and together, not “stacks”"),
        ("search:12345678:rules:focus", "Write search:ROLLOUTS:AGENT, such as search:200:rules:f"),
        ("search:٣٠٠:rules:focus", "Write search:ROLLOUTS:AGENT"),
    ],
)
def test_an_invalid_search_is_refused_with_a_message(address: str, refusal: str) -> None:
    with pytest.raises(AgentError, match=refusal):
        registry.find(address)


def test_the_version_of_a_search_changes_with_that_of_its_base() -> None:
    focus, piers = (registry.find(f"search:200:{base}") for base in ("rules:focus", "rules:piers"))
    assert focus.version != piers.version
    assert registry.find("rules:focus").version in focus.version


@pytest.mark.long
def test_a_search_wins_some_games_beside_a_partner_that_loses_all() -> None:
    agents = [registry.find(one).in_core(2) for one in ("search:1000:rules:flawed", "rules:flawed")]
    seats = [agent for agent in agents if agent]
    assert table.simulate(Rules(2), [seats[1]] * 2, 20, "lost", threads=1).mean_zero == 0
    assert table.simulate(Rules(2), seats, 20, "lost", threads=1).mean_zero > 2


def test_the_address_chooses_the_value_of_a_lost_game() -> None:
    values = {}
    for told in ("", ",stacks", ",zero"):
        search = registry.find(f"search:200{told}:rules:flawed").in_core(2)
        values[told] = search.setting.scoring
    assert values == {"": Scoring.HALF, ",stacks": Scoring.STACKS, ",zero": Scoring.ZERO}


@pytest.mark.long
def test_a_search_shows_no_values_of_moves_during_the_game() -> None:
    made = decisions()
    kinds = {decision.data["position"][0] for decision in made}  # type: ignore[index]
    assert kinds >= {"usual", "better"}
    for decision in made:
        values = decision.data["values"]
        assert len(values) > 1
        assert str(values[0]["move"]) == decision.move.text(Rules.standard(2))
        assert not any(f"{value['value']:.1f}" in decision.why for value in values)
        assert f"{values[0]['value']:.1f}" in str(decision.data["how"])


@pytest.mark.long
def test_a_searcher_plays_the_deals_of_its_base_and_the_same_games_twice() -> None:
    def simulated(*agents: str) -> dict[str, object]:
        out = StringIO()
        options = {"games": 3, "players": 2, "seed": "deals", "json": True, "stdout": out}
        call_command("simulate", *agents, **options)
        return {k: v for k, v in json.loads(out.getvalue()).items() if k != "games_per_second"}

    one = simulated(ADDRESS, "rules:focus")
    assert one == simulated(ADDRESS, "rules:focus")
    assert one["mean_zero"] != simulated("rules:focus", "rules:focus")["mean_zero"]


BASE = registry.find("rules:focus")


def view_of(players: int) -> View:
    return Game(Rules.standard(players), seed="words").view(0)


VIEW = view_of(3)


def move(text: str) -> Move:
    return Move.parse(text, VIEW.rules)


def value(text: str, worlds: int, worth: float) -> Value:
    return Value(move(text), worlds, worth, worth - 10.0, 0.12345)


CLUE = next(one for one in VIEW.legal_moves() if one.is_clue)
VALUES = (
    value("p0", 50, 11.26),
    value("p1", 100, 9.04),
    value("d0", 100, 12.0),
    value("d1", 0, 15.0),
    value("d4", 25, 14.0),
    value("p4", 50, 11.0),
)
BETTER = Thought(move("p4"), move("d0"), 400, 100.0, 1.0, VALUES)


def test_shown_moves_are_the_chosen_one_then_the_most_tried_then_the_best() -> None:
    made = words.departure(VIEW, BETTER, BASE)
    assert made.move == move("p4")
    assert [one["move"] for one in made.data["values"]] == ["p4", "d0", "p1", "p0", "d4"]  # type: ignore[attr-defined]
    assert made.data["how"] == (
        "Points expected: play slot 1 11.0, discard slot 5 12.0, play slot 4 9.0, play slot 5 11.3."
    )
    assert made.data["rollouts"] == 400
    assert made.data["usual"] == "d0"
    assert made.data["position"] == ["better", move("p4").id(VIEW.rules)]


def test_the_data_have_each_moves_value_gain_and_error() -> None:
    made = words.departure(VIEW, replace(BETTER, values=(value("p4", 50, 11.26789),)), BASE)
    (told,) = made.data["values"]  # type: ignore[attr-defined]
    assert told == {"move": "p4", "value": 11.268, "gain": 1.268, "error": 0.123, "worlds": 50}


@pytest.mark.parametrize(
    ("made", "what"),
    [("p4", "to play this card"), ("d4", "to discard this card"), ("", "this clue")],
)
def test_a_search_that_departs_from_its_base_names_the_preferred_move(made: str, what: str) -> None:
    thought = replace(BETTER, move=move(made) if made else CLUE)
    told = words.departure(VIEW, thought, BASE)
    assert told.detail.endswith(f" I looked ahead and preferred {what} to what Focus would do.")
    assert "looked ahead" not in told.why
    assert "Focus" not in told.why


def test_a_search_that_agrees_with_its_base_gives_the_bases_reason() -> None:
    thought = replace(BETTER, move=move("d0"))
    base = Decision(move("d0"), "For all.", detail="For some.", data={"position": 7})
    told = words.usual(VIEW, thought, BASE, base)
    assert told.detail == "For some. I looked ahead, and nothing was better."
    assert told.data["position"] == ["usual", 7]
    without = words.usual(VIEW, thought, BASE, replace(base, detail=""))
    assert without.detail == "For all. I looked ahead, and nothing was better."
    other = words.usual(VIEW, thought, BASE, replace(base, move=move("d1")))
    assert other.move == move("d0")
    assert other.detail.endswith(
        " I looked ahead, and nothing was better than what Focus would do."
    )
    assert "For some" not in other.detail
    assert other.data["position"] == ["usual", move("d0").id(VIEW.rules)]


def test_beside_partners_with_conventions_a_move_is_explained_by_them() -> None:
    hands = "y4 g4 b4 p4 p3 p3 b3 y4 g1 r1 g3 p4 r2 b4 y3"
    view = positions.position(hands, "c2r").view(1)
    base = registry.find("conv:expert")
    told = words.departure(view, replace(BETTER, move=move("p4")), base)
    assert told.why.startswith("Seat 1 clued seat 3's red: slot 3 needs red 1 first, so I played ")


def test_without_tried_moves_no_values_are_shown() -> None:
    told = words.departure(VIEW, replace(BETTER, values=(), usual=None), BASE)
    assert (told.data["how"], told.data["usual"], told.data["values"]) == ("", None, [])
