"""The wary agent says whose conventions it counts on, and its numbers are tuned."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from agents import registry
from agents.contract import AgentError, Explainer
from agents.kinds.conv import levels
from agents.kinds.wary import trust, tuned
from agents.kinds.wary.agent import WaryAgent
from agents.retuning import WaryTuning
from agents.rulelists import NAMED as LISTS
from agents.runs.errors import BadRun
from native import Game, MoveKind, Rng, Rules, View
from native.play.blueprint import Blueprint
from native.rulebase import RuleList, find
from native.strategies.conv import expected
from native.strategies.wary import CONV_REASONS
from tests.personas.beginners import BEGINNERS, Beginner
from tests.personas.keepers import KEEPERS, Keeper

WARY = registry.find("wary:expert")


def play(other: str, turns: int) -> Game:
    game = Game(Rules.standard(2), seed="reasons")
    agents = [WARY.agent("0"), registry.find(other).agent("1")]
    while (seat := game.to_move) is not None and game.turn < turns:
        game.play(agents[seat].decide(game.view(seat)).move)
    return game


NOT_READ = "I could not read some of "


def test_with_trusted_partners_the_wary_agent_gives_the_conventions_reasons() -> None:
    view = play("conv:expert", 10).view(0)
    said, conv = WARY.agent("0").decide(view), registry.find("conv:expert").agent("0").decide(view)
    assert (said.move, said.why, said.detail) == (conv.move, conv.why, conv.detail)


@pytest.mark.parametrize("other", ["conv:expert", "rules:legal_random"])
def test_the_wary_agent_gives_the_same_reason_deciding_and_when_asked(other: str) -> None:
    for turns in (0, 6, 10):
        view, wary = play(other, turns).view(0), WARY.agent("0")
        assert isinstance(wary, Explainer)
        said = wary.decide(view)
        assert wary.why(view, said.move) == said.why


def test_with_a_stranger_the_wary_agent_says_that_it_plays_by_rules() -> None:
    said = WARY.agent("0").decide(play("rules:legal_random", 10).view(0))
    assert said.detail.startswith(f"{NOT_READ}your moves, so for now I play by simple rules. ")
    assert NOT_READ not in said.why
    position = said.data["position"]
    rule = find(tuned.read().fallback[position - CONV_REASONS])  # type: ignore[operator]
    assert said.data["reason"] == rule.name
    assert said.data["how"] == f"{rule.meaning[0].upper()}{rule.meaning[1:]}."
    assert said.data["trust"][1] < 0  # type: ignore[index]


@pytest.mark.parametrize(
    ("stranger", "others"),
    [(2, ("rules:legal_random", "conv:expert")), (3, ("conv:expert", "rules:legal_random"))],
)
def test_the_wary_agent_names_the_player_it_trusts_least(
    stranger: int, others: tuple[str, str]
) -> None:
    game = Game(Rules.standard(3), seed="reasons")
    wary = WARY.agent("0")
    agents = [wary, *(registry.find(other).agent("1") for other in others)]
    while (seat := game.to_move) is not None and game.turn < 12:
        game.play(agents[seat].decide(game.view(seat)).move)
    said = wary.decide(game.view(0))
    assert said.detail.startswith(f"{NOT_READ}the moves of seat {stranger}")


def test_before_the_first_move_the_trust_in_all_is_equal() -> None:
    said = WARY.agent("0").decide(play("conv:expert", 0).view(0))
    assert said.data["trust"] == [tuned.read().prior / 100] * 2


@pytest.mark.long
@pytest.mark.parametrize("person", [*BEGINNERS, *KEEPERS], ids=lambda one: one.address)
def test_with_people_the_wary_agent_keeps_last_copies_and_repeats_no_clue(
    person: Beginner | Keeper,
) -> None:
    conv = levels.blueprint("expert")
    for number in range(2):
        seed = f"manners/{number}"
        wary = WaryAgent(WARY.address, seed).starting([-1.0, -1.0] if number else [None, None])
        game, given = Game(Rules.standard(2), seed=seed), set[tuple[str, tuple[int | None, ...]]]()
        while (seat := game.to_move) is not None:
            view = game.view(seat)
            if seat == 0:
                game.play(replace(person, seed=seed).decide(view).move)
                continue
            said = wary.decide(view)
            event = game.copy().play(said.move)
            discards = said.move.kind is MoveKind.DISCARD
            if discards and not view.possible(said.move.slot) & ~view.critical:
                assert not [slot for slot in view.own_slots if is_play(view, slot, conv)]
            clue = said.move.text(view.rules), event.touched_orders
            if said.move.is_clue and "It says nothing new" in said.why:
                assert clue not in given or said.why.endswith("discard."), said.why
            given.add(clue)
            assert "You don't follow" not in said.why + said.detail
            game.play(said.move)


def is_play(view: View, slot: int, conv: Blueprint) -> bool:
    """Whether a card was clued and is playable by the facts or by the conventions."""
    facts = view.possible(slot)
    read = expected(conv, view, slot) or view.useless
    return view.touched(view.seat, slot) and not (facts & ~view.playable and read & ~view.playable)


def test_another_level_is_refused_with_a_message() -> None:
    with pytest.raises(AgentError, match="The wary player is wary:expert"):
        registry.find("wary:beginner")


@pytest.fixture
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trust, "GAMES", (2, 4))
    monkeypatch.setattr(trust, "PRIORS", (0, 100))
    monkeypatch.setattr(registry, "rule_lists", lambda players: [
        (entry, rules)
        for entry in [registry.find("rules:piers")]
        if (rules := entry.rule_list(players))
    ])  # fmt: skip


@pytest.fixture
def written(
    small_runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, _few_games: None
) -> Path:
    """Where the parameters are written; RUNS_DIR is a folder of this test too."""
    monkeypatch.setattr(tuned, "PATH", tmp_path / "tuned.json")
    return tmp_path / "tuned.json"


@pytest.mark.long
@pytest.mark.usefixtures("written")
def test_a_stopped_tuning_resumes_as_if_never_stopped() -> None:
    WaryTuning(trials=8, games=2).make(str)
    parts = WaryTuning(trials=16, games=2).make(str)
    assert tuned.read() == parts, "it is written too"
    WaryTuning().file.unlink()
    assert WaryTuning(trials=16, games=2).make(str) == parts


def test_an_invalid_rule_list_is_not_bred(written: Path) -> None:
    with pytest.raises(AgentError, match=r"^conv:expert is no rule list\.$"):
        WaryTuning(begin="conv:expert", trials=0).make(str)
    assert not written.exists()


def test_breeding_reports_its_progress_and_stores_each_step(
    written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def step(climb: trust.Climb, _partners: object) -> trust.Climb:
        return replace(climb, trials=climb.trials + 2, accepted=climb.accepted + 1)

    monkeypatch.setattr(trust, "step", step)
    said: list[str] = []
    tuning = WaryTuning(begin="rules:iggi", trials=4, games=2)
    found = tuning.make(said.append)
    assert said[:2] == ["trial 2 of 4, 1 accepted", "trial 4 of 4, 2 accepted"]
    iggi = registry.find("rules:iggi").rule_list(2)
    assert RuleList(found.fallback).rules == iggi.rules
    stored = json.loads(tuning.file.read_text())
    assert (stored["players"], stored["trials"], stored["seed"]) == (2, 4, "1")


def test_a_damaged_breeding_is_refused(written: Path) -> None:
    file = WaryTuning().file
    file.parent.mkdir()
    file.write_text("{}")
    with pytest.raises(BadRun, match="does not hold the state of a tuning"):
        WaryTuning().make(str)


def test_only_the_moves_of_the_player_in_question_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = []

    def efforts(_: object, view: View) -> list[int]:
        own.append(sum(event.seat == len(own) % 2 for event in view.history))
        return [0] * len(view.history)

    monkeypatch.setattr(trust, "efforts", efforts)
    piers = Blueprint.of(RuleList(LISTS["piers"].rules_for(2)))
    counts = trust.count(piers, piers, piers, 2, Rng("counted"))
    assert counts.sum() == sum(own)


def test_evidence_is_read_by_its_names_in_any_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, stored = tuned.read(), json.loads(tuned.PATH.read_text())
    stored["evidence"] = dict(reversed(stored["evidence"].items()))
    monkeypatch.setattr(tuned, "PATH", tmp_path / "tuned.json")
    tuned.PATH.write_text(json.dumps(stored))
    assert tuned.read() == known
