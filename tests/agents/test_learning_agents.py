"""Policies at the table: addresses, refusals, what they say. No test here needs PyTorch."""

import re
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from django.core.management import CommandError, call_command

from agents import registry
from agents.contract import AgentError
from agents.kinds import rl
from agents.learning import network, policies
from agents.learning.beliefs import belief_for
from agents.learning.evaluation import SelfPlay, evaluate
from agents.learning.recipe import LearningRecipe, stream
from agents.learning.run import LEARNERS, LearningPoint, LearningRun, command
from agents.runs.storage import make_folder
from native import End, Game, Rng, Rules


@pytest.fixture(autouse=True)
def _own_runs(small_runs: Path) -> None:
    """Runs of each test lie in a folder of its own."""


def policy_of(name: str, **changes: Any) -> policies.Policy:
    """A policy that has learnt nothing, with its run."""
    recipe = LearningRecipe(
        **{"algorithm": "rainbow", "players": 2, "seed": "1", "hidden": 16} | changes
    )
    make_folder(LEARNERS.own(name))
    LEARNERS.write(LearningRun(name, recipe, 10))
    return policies.save(
        LEARNERS.own(name) / policies.FILE,
        policies.PolicyCard(name, recipe, 10),
        network.initial(policies.shapes(recipe), stream("5", "weights")),
    )


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"players": 5},
        {"algorithm": "rainbow+", "belief": "exact", "cards": True, "advice": "rules:focus"},
    ],
    ids=["plain", "five", "everything"],
)
def test_a_policy_moves_at_a_table_as_it_did_when_measured(changes: dict[str, Any]) -> None:
    policy = policy_of("mine", **changes)
    rules = policy.card.recipe.rules
    belief = belief_for(policy.card.recipe)
    measured = evaluate(rules, policy.choose, belief, 3, "deals")
    agent, stacks = registry.find("rl:mine").agent("1"), []
    for number in range(3):
        game = Game(rules, seed=Rng("deals").derive(number))
        while game.to_move is not None:
            game.play(agent.decide(game.view(game.to_move)).move)
        stacks.append((game.score, game.end is End.STRIKEOUT))
    assert sorted(stacks) == sorted(scores_of(measured))


def scores_of(test: SelfPlay) -> list[tuple[int, bool]]:
    found = []
    for score, (games, struck) in enumerate(zip(test.stacks, test.struck, strict=True)):
        found += [(score, True)] * struck + [(score, False)] * (games - struck)
    return found


def test_a_policy_shows_the_expected_values_of_its_best_moves() -> None:
    policy_of("mine")
    game = Game(Rules.standard(2), seed=1)
    decision = registry.find("rl:mine").agent("1").decide(game.view(0))
    values = decision.data["values"]
    assert list(values.values()) == sorted(values.values(), reverse=True)
    assert len(values) == len(game.legal_moves())
    assert decision.data["kind"] == decision.move.kind.name.lower()
    assert decision.data["position"] == int(decision.move.kind)
    assert next(iter(values)) == decision.move.text(game.rules)
    assert str(decision.data["how"]).startswith("Points expected from here on: ")
    assert str(decision.data["how"]).count(",") == 2
    assert re.search(r" -?\d+\.\d\d\.$", str(decision.data["how"]))
    assert decision.detail.endswith(".")


def test_a_policy_shows_its_prediction_of_its_card_beside_the_exact_odds() -> None:
    policy = policy_of("mine", cards=True)
    weights = dict(policy.weights)
    weights["bcards"].reshape(5, 25)[:, 7] += 20  # yellow 3
    weights["bactions"].reshape(20, 51)[:10, 50] += 9  # plays and discards
    policies.save(LEARNERS.own("mine") / policies.FILE, policy.card, weights)
    view = Game(Rules.standard(2), seed=1).view(0)
    decision = registry.find("rl:mine").agent("1").decide(view)
    assert decision.detail.endswith(" I take this card for a yellow 3.")
    assert " Chance that the card is y3: 100%, by counting " in str(decision.data["how"])
    cards = decision.data["cards"]
    assert [card["slot"] for card in cards] == [5, 4, 3, 2, 1]
    assert {card["card"] for card in cards} == {"y3"}
    assert {tuple(card) for card in cards} == {("slot", "card", "chance", "counted")}
    assert {card["chance"] for card in cards} == {1.0}
    seen = sum(card == (1, 3) for card in view.hands[1])
    assert {card["counted"] for card in cards} == {round((2 - seen) / 45, 3)}


def test_an_agent_with_exact_odds_says_that_counting_gives_the_same() -> None:
    policy = policy_of("mine", belief="exact")
    weights = dict(policy.weights)
    weights["bactions"].reshape(20, 51)[5:10, 50] += 9
    policies.save(LEARNERS.own("mine") / policies.FILE, policy.card, weights)
    decision = registry.find("rl:mine").agent("1").decide(Game(Rules.standard(2), seed=1).view(0))
    told = re.search(r": (\d+%), by counting (\d+%)\.$", str(decision.data["how"]))
    assert told[1] == told[2]


def test_following_the_adviser_is_an_action_of_the_policy() -> None:
    policy = policy_of("mine", advice="rules:focus")
    weights = dict(policy.weights)
    weights["bactions"].reshape(21, 51)[20, 50] += 20
    policies.save(LEARNERS.own("mine") / policies.FILE, policy.card, weights)
    view = Game(Rules.standard(2), seed=1).view(0)
    entry, focus = registry.find("rl:mine"), registry.find("rules:focus")
    decision = entry.agent("1").decide(view)
    assert decision.move == focus.agent("1").decide(view).move
    assert "as advised" in str(decision.data["how"]).split(",")[0]
    assert entry.version.endswith(f"-{focus.version}")
    assert any("with the advice of Focus." in line for line in entry.about)


def test_an_agent_without_a_run_or_a_policy_is_refused_with_a_message() -> None:
    with pytest.raises(AgentError, match="There is no run of `train` named nobody"):
        registry.find("rl:nobody")
    with pytest.raises(AgentError, match="run's name is"):
        registry.find("rl:../nobody")
    policy_of("mine")
    (LEARNERS.folder("mine") / policies.FILE).unlink()
    with pytest.raises(AgentError, match=r"^The run mine has not saved a policy yet\.$"):
        registry.find("rl:mine")


def test_a_policy_plays_only_at_tables_of_its_own_size() -> None:
    policy_of("mine", players=3)
    entry = registry.find("rl:mine")
    with pytest.raises(AgentError, match="plays with 3 players, not 2"):
        entry.refuse_unless_seatable(Rules.standard(2), with_people=True)
    with pytest.raises(AgentError, match="five plain suits"):
        entry.refuse_unless_seatable(Rules.standard(3, "Rainbow (5 Suits)"), with_people=True)
    with pytest.raises(AgentError, match="other cards or hands"):
        entry.refuse_unless_seatable(Rules.standard(3, "6 Suits"), with_people=True)
    with pytest.raises(AgentError, match="other cards or hands"):
        entry.refuse_unless_seatable(Rules.standard(3, hand_size=4), with_people=True)
    entry.refuse_unless_seatable(Rules.standard(3), with_people=True)


OTHER = policies.PolicyCard(
    "mine", LearningRecipe("rainbow", 2, "1", hidden=16), 10, format="z" * 50
)


def spoilt(path: Path, **arrays: Any) -> None:
    """The same file with other arrays."""
    with np.load(path) as file:
        kept = {name: file[name] for name in file.files}
    np.savez(path, **kept | arrays)


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"w1": np.zeros((3, 3), np.float16)}, "its arrays do not fit its network"),
        ({"extra": np.zeros(3, np.float16)}, "its arrays do not fit"),
        ({"b1": np.full(16, np.nan, np.float16)}, "its numbers are not finite"),
        ({"b1": np.full(16, np.inf, np.float16)}, "its numbers are not finite"),
        ({"b1": np.zeros(16, np.float32)}, "not finite half-precision"),
        ({"card": np.frombuffer(b"{}", np.uint8)}, "not a weight file"),
        (
            {"card": np.frombuffer(msgspec.json.encode(OTHER), np.uint8)},
            f"its format is {'z' * 40}\\.$",
        ),
        ({"b1": np.array([{}] * 16)}, "Object arrays cannot be loaded"),
    ],
)
def test_a_policy_that_was_tampered_with_is_refused(arrays: dict[str, Any], words: str) -> None:
    policy_of("mine")
    spoilt(LEARNERS.folder("mine") / policies.FILE, **arrays)
    with pytest.raises(AgentError, match=f"The policy of mine is damaged: .*{words}"):
        registry.find("rl:mine")


@pytest.mark.parametrize("left", [0, 10, 3000])
def test_a_policy_that_was_cut_off_is_refused(left: int) -> None:
    policy_of("mine")
    path = LEARNERS.folder("mine") / policies.FILE
    path.write_bytes(path.read_bytes()[:left])
    with pytest.raises(AgentError, match="is damaged"):
        registry.find("rl:mine")


def test_the_same_policy_has_the_same_bytes_and_another_another_version() -> None:
    one, again, other = policy_of("one"), policy_of("one"), policy_of("one", hidden=17)
    assert one.version == again.version != other.version


def test_training_without_pytorch_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(CommandError, match="make train-setup"):
        call_command("train", "mine", turns=10)
    assert not LEARNERS.exists("mine")


def test_resuming_cannot_change_a_runs_parameters() -> None:
    policy_of("mine")
    with pytest.raises(CommandError, match="begun with players 2, which cannot change"):
        call_command("train", "mine", resume=True, players=3)
    with pytest.raises(CommandError, match="There is no run of `train` named other"):
        call_command("train", "other", resume=True)


def test_a_model_of_cards_needs_a_source() -> None:
    with pytest.raises(CommandError, match="needs --source"):
        call_command("hcic", "model")
    with pytest.raises(CommandError, match="There is no run of `train` named nobody"):
        call_command("hcic", "model", source="nobody")


TEST = SelfPlay(
    games=4,
    turns=40,
    stacks=(0, 1, 0, 2, 0, 1, *[0] * 20),
    struck=(0, 0, 0, 1, 0, 0, *[0] * 20),
    actions=(10, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 0, 0, 10),
)


@pytest.mark.parametrize(
    ("curve", "final", "scored"),
    [
        ((), None, ""),
        (
            (LearningPoint(50, 1.5, TEST),),
            None,
            f"; {TEST.mean:.1f} points with itself, lost games at 0",
        ),
        ((), TEST, f"; {TEST.mean:.1f} points with itself, lost games at 0"),
    ],
)
def test_the_summary_of_an_agent_has_its_latest_score(
    curve: tuple[LearningPoint, ...], final: SelfPlay | None, scored: str
) -> None:
    run = LearningRun("mine", LearningRecipe("rainbow", 2, "1"), 100, 100, 2.0, curve, final)
    assert rl._summary(run) == f"Taught itself by deep reinforcement learning{scored}."


def test_the_page_of_a_learner_with_an_adviser_says_so() -> None:
    advised, alone = registry.find("rl:plus-2p"), registry.find("rl:small-2p")
    assert advised.about[0].startswith("Each turn it is told what Conventions, expert would do")
    assert "advised by Conventions, expert" in advised.summary
    assert alone.about[0].startswith("Nobody told it how to play.")
    assert "advised" not in alone.summary
    assert advised.about[-1] == (
        "It learnt from 1,000,192 turns by rainbow+, with the exact odds of its own cards, the "
        "task to name its own cards and the advice of Conventions, expert."
    )


@pytest.mark.parametrize(
    ("changes", "extra"),
    [
        ({}, "by rainbow."),
        (
            {"belief": "hcic", "hcic": "hcic-10m-2p"},
            "by rainbow, with odds of its own cards that another network learnt (HCIC).",
        ),
        (
            {"goir": "paper"},
            "by rainbow, with rewards for goals that it learns from alone (GOIR).",
        ),
    ],
)
def test_the_page_of_a_learner_says_what_it_learnt_from(
    changes: dict[str, str], extra: str
) -> None:
    policy_of("mine", **changes)
    assert registry.find("rl:mine").about[-1].endswith(f" turns {extra}")


def test_a_policy_that_is_not_shipped_is_refused_with_the_command_that_makes_it() -> None:
    with pytest.raises(AgentError) as refusal:
        registry.find("rl:goir-3p")
    assert str(refusal.value).endswith(f"To make it: {command(LEARNERS.load('goir-3p'))}")
    policy_of("goir-3p", players=3, goir="paper")
    assert registry.find("rl:goir-3p").players == (3,)
