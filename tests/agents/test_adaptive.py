"""Agents that find out with whom they play."""

import re
from pathlib import Path
from random import Random

import numpy as np
import pytest

from agents import registry
from agents.arena import play_out
from agents.contract import AgentError
from agents.kinds.adaptive.agent import SEARCHED, SWITCHED, Adaptive, answer, shares
from agents.pools.policies import policies
from agents.reasons import live
from native import Game, Rng, Rules
from tests.native.twins import twin

POOL = "rules:iggi+rules:outer+rules:internal+conv:expert"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path_factory: pytest.TempPathFactory, settings: object) -> None:
    home = tmp_path_factory.getbasetemp() / "pools"
    settings.RUNS_DIR = Path(home)  # type: ignore[attr-defined]


def adaptive(rollouts: int = 0, seed: str = "s", scoring: str = "half") -> Adaptive:
    return registry.find(f"adaptive:{rollouts},{scoring}:{POOL}").agent(seed)


def game_with(partner: str, number: int = 0, seat: int = 0, players: int = 2) -> Game:
    """A finished game of the switching agent."""
    game = Game(Rules(players), seed=Rng(f"{partner}/{number}"))
    host = registry.find(partner)
    agents = [host.agent(f"{number}/{other}") for other in range(players)]
    play_out(game, [adaptive() if other == seat else agents[other] for other in range(players)])
    return game


@pytest.mark.parametrize("partner", ["rules:iggi", "rules:internal", "conv:expert"])
def test_an_adaptive_agent_recognises_a_partner_and_plays_its_best_response(partner: str) -> None:
    pool, view = policies(POOL, 2), game_with(partner).view(0)
    belief = shares(adaptive().weights(view))
    place = [entry.address for entry in pool.entries].index(partner)
    assert belief[1, place] > 0.9
    assert answer(pool, belief, 0) == pool.table.stacks[:, place].argmax()


def test_an_adaptive_agent_begins_with_the_best_response_to_its_whole_pool() -> None:
    pool = policies(POOL, 2)
    assert answer(pool, shares(pool.suspects.even(2)), 0) == pool.table.stacks.mean(axis=1).argmax()


def test_an_adaptive_agent_keeps_its_belief_between_games() -> None:
    agent = adaptive()
    for number in range(2):
        agent = agent.after(game_with("rules:internal", number).view(0))  # type: ignore[assignment]
    fresh = Game(Rules(2), seed=7).view(0)
    belief, unknown = (shares(one.weights(fresh)) for one in (agent, adaptive()))
    assert belief[1].max() > 0.99
    assert np.ptp(unknown[1]) == 0


@pytest.mark.parametrize("rollouts", [0, 60])
def test_an_adaptive_agent_decides_only_by_what_its_seat_may_know(rollouts: int) -> None:
    game = game_with("rules:outer", 1)
    again, rng = Game(game.rules, deck=game.deck), Random(1)
    for event in game.history:
        if again.to_move == 0:
            seen, other = (one.view(0) for one in (again, twin(again, 0, rng)))
            assert adaptive(rollouts).decide(seen) == adaptive(rollouts).decide(other)
        again.play(event.move)


@pytest.mark.long
@pytest.mark.parametrize("rollouts", [0, 40])
def test_an_adaptive_agent_scores_more_than_iggi_with_partners_of_its_pool(rollouts: int) -> None:
    fixed, host = registry.find("rules:iggi"), registry.find("conv:expert")
    scores = []
    for guest in (registry.find(f"adaptive:{rollouts}:{POOL}"), fixed):
        for number in range(3):
            game = Game(Rules(2), seed=Rng("better").derive(number))
            play_out(game, [guest.agent("a"), host.agent("b")])
            scores.append(game.score)
    assert np.mean(scores[:3]) > np.mean(scores[3:]) + 2


def test_values_of_moves_are_shown_in_the_replay_and_not_before() -> None:
    decision = adaptive(60).decide(game_like().view(0))
    assert decision.why.endswith(f" {SEARCHED}")
    how, values = str(decision.data["how"]), decision.data["values"]
    assert how.startswith("Imagined games ended like this: ")
    assert "Took seat 2 for " in how
    assert len(values) == len(game_like().view(0).legal_moves())
    assert max(worlds for *_, worlds in values) > min(worlds for *_, worlds in values)


def test_with_even_in_its_address_it_learns_nothing_about_a_partner() -> None:
    ended = game_with("rules:internal").view(0)
    agent = registry.find(f"adaptive:9,even,zero:{POOL}").agent("s")
    assert agent.setting == adaptive(9, scoring="zero").setting
    for one in (agent, agent.after(ended)):
        assert np.ptp(shares(one.weights(ended))[1]) == 0
    assert np.ptp(shares(adaptive().weights(ended))[1]) > 0.9


def test_with_even_in_its_address_its_title_and_summary_say_that_it_does_not_learn() -> None:
    even, learns = (registry.find(f"adaptive:0{word}:{POOL}") for word in (",even", ""))
    assert even.title == f"Adaptive to {POOL}, taken as even"
    assert even.summary == (
        "Plays what goes best on average as if you could be any bot of rules:iggi and rules:outer "
        "and rules:internal and conv:expert, whatever you do."
    )
    assert learns.title == f"Adaptive to {POOL}"
    assert learns.summary.startswith("Finds out which bot of rules:iggi and rules:outer and ")
    looking = registry.find(f"adaptive:9,even:{POOL}").summary
    assert looking.startswith("Looks ahead as if you could be any bot of ")


def test_an_adaptive_agent_has_a_belief_about_every_other_seat() -> None:
    view = game_with("rules:iggi", players=3).view(0)
    decision = adaptive().decide(Game(Rules(3), seed=1).view(0))
    belief = shares(adaptive().weights(view))
    assert belief[1:].argmax(axis=1).tolist() == [0, 0]
    assert sorted(decision.data["suspects"]) == ["1", "2"]  # type: ignore[call-overload]


def test_during_the_game_a_reason_names_no_card_and_no_policy() -> None:
    view = game_like().view(0)
    decision = adaptive().decide(view)
    assert decision.why == f"{live.why(view, decision.move)} {SWITCHED}"
    how = str(decision.data["how"])
    assert re.search(r"^Moved like [^.]+\. Took seat 2 for .+ \(\d+%\)\.$", how)


def game_like() -> Game:
    game = Game(Rules(2), seed=2)
    for seat in (0, 1):
        game.play(game.view(seat).legal_moves()[0])
    return game


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("adaptive:", "Write adaptive:ROLLOUTS:POOL"),
        ("adaptive:many:paper-1", "Write adaptive:ROLLOUTS:POOL"),
        ("adaptive:500:", "Write adaptive:ROLLOUTS:POOL"),
        ("adaptive:500,none:paper-1", "may stand stacks, zero, half, even, not “none”"),
        ("adaptive:500,even,even:paper-1", "may stand stacks, zero, half, even, not “even”"),
        ("adaptive:500,zero,half:paper-1", "is worth one of stacks, zero, half, not several"),
        ("adaptive:20001:paper-1", "go from 0 to 20,000, not 20001"),
        ("adaptive:500:nobody", "There is no pool nobody"),
        ("adaptive:500:mwum", "cannot be simulated"),
    ],
)
def test_an_address_with_invalid_settings_is_refused_with_a_message(address: str, why: str) -> None:
    with pytest.raises(AgentError, match=why):
        registry.find(address)


def test_an_adaptive_agent_refuses_suits_that_its_pool_does_not_know() -> None:
    entry = registry.find(f"adaptive:0:{POOL}")
    with pytest.raises(AgentError, match="five suits of five ranks"):
        entry.refuse_unless_seatable(Rules.standard(2, "6 Suits"), with_people=False)


def test_a_belief_about_a_partner_follows_a_change_of_seats() -> None:
    agent = adaptive().after(game_with("rules:internal", seat=1).view(1))
    pool = policies(POOL, 2)
    place = [entry.address for entry in pool.entries].index("rules:internal")
    for seat in (0, 1):
        belief = shares(agent.weights(Game(Rules(2), seed=7).view(seat)))
        assert belief[1 - seat].argmax() == place


def test_the_response_does_not_depend_on_the_belief_about_ones_own_seat() -> None:
    pool = policies(POOL, 2)
    members = len(pool.entries)
    for place in range(members):
        for own in range(members):
            belief = np.zeros((2, members))
            belief[1, place], belief[0, own] = 1, 1000
            assert answer(pool, belief, 0) == pool.table.stacks[:, place].argmax()


@pytest.mark.parametrize(
    "part", ["agents.kinds.adaptive.agent", "native.search.search", "native.inference.suspects"]
)
def test_the_version_of_an_adaptive_agent_changes_with_every_setting(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = registry.find(f"adaptive:9:{POOL}").version
    monkeypatch.setattr(f"{part}.VERSION", 99)
    assert registry.find(f"adaptive:9:{POOL}").version != before
