"""Search as an agent: its address, its refusals, and what it says where."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command

from agents import registry
from agents.contract import AgentError, Decision
from native import Game, Rules
from native.play import table
from native.search.search import Scoring, Search

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
    ],
)
def test_an_address_that_names_no_search_is_refused_in_words(address: str, refusal: str) -> None:
    with pytest.raises(AgentError, match=refusal):
        registry.find(address)


def test_its_version_changes_with_that_of_its_base() -> None:
    focus, piers = (registry.find(f"search:200:{base}") for base in ("rules:focus", "rules:piers"))
    assert focus.version != piers.version
    assert registry.find("rules:focus").version in focus.version


@pytest.mark.long
def test_beside_a_partner_who_loses_every_game_it_saves_some_of_them() -> None:
    agents = [registry.find(one).in_core(2) for one in ("search:1000:rules:flawed", "rules:flawed")]
    seats = [agent for agent in agents if agent]
    assert table.simulate(Rules(2), [seats[1]] * 2, 20, "lost", threads=1).mean_zero == 0
    assert table.simulate(Rules(2), seats, 20, "lost", threads=1).mean_zero > 2


def test_what_a_lost_game_is_worth_is_the_callers_choice() -> None:
    values = {}
    for words in ("", ",stacks", ",zero"):
        search = registry.find(f"search:200{words}:rules:flawed").in_core(2)
        assert isinstance(search, Search)
        values[words] = search.setting.scoring
    assert values == {"": Scoring.HALF, ",stacks": Scoring.STACKS, ",zero": Scoring.ZERO}


@pytest.mark.long
def test_while_the_game_runs_it_tells_no_value_of_a_move() -> None:
    made = decisions()
    kinds = {decision.data["position"][0] for decision in made}  # type: ignore[index]
    assert kinds >= {"usual", "better"}
    for decision in made:
        values = decision.data["values"]
        assert isinstance(values, list)
        assert len(values) > 1
        assert str(values[0]["move"]) == decision.move.text(Rules.standard(2))
        assert "looked ahead" in decision.why
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
