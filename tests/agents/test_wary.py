"""The wary agent says whose conventions it counts on, and its numbers are made by a command."""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from agents import registry
from agents.contract import AgentError
from agents.kinds.conv import levels
from agents.kinds.wary import fallback, trust, tuned
from agents.management.commands import tune_wary
from agents.rulelists import NAMED as LISTS
from native import Game, Rng, Rules, View
from native.play.blueprint import Blueprint
from native.rulebase import RuleList, find
from native.strategies.wary.wary import CONV_REASONS
from tests.kept import as_text, same_as_kept

WARY = registry.find("wary:expert")


def play(other: str, turns: int) -> Game:
    game = Game(Rules.standard(2), seed="reasons")
    agents = [WARY.agent("0"), registry.find(other).agent("1")]
    while (seat := game.to_move) is not None and game.turn < turns:
        game.play(agents[seat].decide(game.view(seat)).move)
    return game


def test_it_says_that_it_counts_on_the_conventions_of_who_keeps_them() -> None:
    said = WARY.agent("0").decide(play("conv:expert", 10).view(0))
    assert said.detail.startswith("You play by the conventions, so I do too. ")


def test_it_says_that_it_goes_by_rules_with_a_stranger() -> None:
    said = WARY.agent("0").decide(play("rules:legal_random", 10).view(0))
    known = "You don't follow the conventions that I know, so I go by simple rules. "
    assert said.detail.startswith(known)
    assert known not in said.why
    position = said.data["position"]
    rule = find(tuned.read().fallback[position - CONV_REASONS])  # type: ignore[operator]
    assert said.data["reason"] == rule.name
    assert said.data["how"] == f"{rule.meaning[0].upper()}{rule.meaning[1:]}."
    assert said.data["trust"][1] < 0  # type: ignore[index]


@pytest.mark.parametrize(
    ("stranger", "others"),
    [(2, ("rules:legal_random", "conv:expert")), (3, ("conv:expert", "rules:legal_random"))],
)
def test_among_several_the_one_it_trusts_least_is_named(
    stranger: int, others: tuple[str, str]
) -> None:
    game = Game(Rules.standard(3), seed="reasons")
    wary = WARY.agent("0")
    agents = [wary, *(registry.find(other).agent("1") for other in others)]
    while (seat := game.to_move) is not None and game.turn < 12:
        game.play(agents[seat].decide(game.view(seat)).move)
    said = wary.decide(game.view(0))
    assert said.detail.startswith(f"Seat {stranger} doesn't follow the conventions")


def test_before_anybody_has_moved_it_trusts_all_alike_in_nats() -> None:
    said = WARY.agent("0").decide(play("conv:expert", 0).view(0))
    assert said.data["trust"] == [tuned.read().prior / 100] * 2


def test_another_level_is_refused_in_words() -> None:
    with pytest.raises(AgentError, match="The wary player is wary:expert"):
        registry.find("wary:beginner")


@pytest.fixture
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fallback, "GAMES", (2, 4))
    monkeypatch.setattr(trust, "PRIORS", (0, 100))
    monkeypatch.setattr(registry, "rule_lists", lambda players: [
        (entry, rules)
        for entry in [registry.find("rules:piers")]
        if (rules := entry.rule_list(players))
    ])  # fmt: skip


def tune(state: Path, trials: int, **options: object) -> dict[str, object]:
    out = StringIO()
    call_command("tune_wary", trials=trials, games=2, state=state, stdout=out, **options)
    report: dict[str, object] = json.loads(out.getvalue())
    return report


@pytest.mark.long
@pytest.mark.usefixtures("_few_games")
def test_a_tuning_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    tune(tmp_path / "parts", 8)
    assert tune(tmp_path / "parts", 16) == tune(tmp_path / "whole", 16)


@pytest.mark.long
@pytest.mark.usefixtures("_few_games")
def test_what_is_written_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuned, "PATH", tmp_path / "tuned.json")
    report = tune(tmp_path / "state", 1, write=True)
    assert tuned.read().prior == report["prior"]
    assert list(tuned.read().fallback) == report["fallback"]


def test_counting_a_single_game_is_refused() -> None:
    with pytest.raises(CommandError, match=r"^Counting takes at least 2 games\.$"):
        call_command("tune_wary", games=1)


def test_what_is_no_rule_list_is_not_bred(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^conv:expert is no rule list\.$") as refusal:
        call_command("tune_wary", trials=0, begin="conv:expert", state=tmp_path / "state")
    assert refusal.value.returncode == 2


def test_breeding_that_is_interrupted_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(fallback, "step", interrupted)
    with pytest.raises(CommandError, match=r"^Stopped; the breeding goes on\.$") as stopped:
        call_command("tune_wary", state=tmp_path / "state")
    assert stopped.value.returncode == 130


def test_breeding_says_how_far_it_is_and_keeps_each_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def step(climb: fallback.Climb, _partners: object) -> fallback.Climb:
        return replace(climb, trials=climb.trials + 2, accepted=climb.accepted + 1)

    monkeypatch.setattr(fallback, "step", step)
    command, shown = tune_wary.Command(), list[str]()
    command.line = SimpleNamespace(show=shown.append)  # type: ignore[assignment]
    options = {"state": tmp_path / "state", "seed": "1", "begin": "rules:iggi", "trials": 4}
    genes = command._bred(options)
    assert shown == ["trial 2 of 4, 1 kept", "trial 4 of 4, 2 kept"]
    iggi = registry.find("rules:iggi").rule_list(2)
    assert iggi
    assert RuleList(genes).rules == iggi.rules
    kept = json.loads((tmp_path / "state").read_text())
    assert (kept["players"], kept["trials"], kept["seed"]) == (2, 4, "1")


@pytest.mark.parametrize(("gain", "accepted"), [(0.005, 0), (0.02, 1), (-1.0, 0)])
def test_a_change_is_kept_only_for_a_clear_gain(
    gain: float, accepted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fallback, "means", lambda *_: [10.0, 10.0 + gain])
    climbed = fallback.step(fallback.Climb(2, "1", (8, 13, 34)), [])
    assert (climbed.trials, climbed.accepted) == (1, accepted)
    assert (climbed.genes == (8, 13, 34)) == (not accepted)


def test_a_list_is_judged_by_games_of_its_own() -> None:
    lists = {name: RuleList(LISTS[name].rules_for(2)) for name in ("iggi", "piers", "flawed")}
    iggi, flawed = (tuple(one.gene for one in lists[name].rules) for name in ("iggi", "flawed"))
    partners = [lists["iggi"], lists["piers"]]
    good, bad, again = fallback.means(2, [iggi, flawed, iggi], partners, 20, Rng("judged"))
    assert good == again
    assert good > bad + 5


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


def test_trust_is_earned_as_it_is_kept() -> None:
    wary, conv = tuned.read().wary().blueprint(), levels.blueprint("expert")
    piers = Blueprint.of(RuleList(LISTS["piers"].rules_for(2)))
    keepers = trust.count(wary, conv, conv, 5, Rng("keepers"))
    strangers = trust.count(wary, piers, conv, 5, Rng("strangers"))
    partners = {"rules:piers": piers, "conv:expert": conv}
    told = {
        "rows": [kind.name for kind in trust.ROW],
        "priors": trust.PRIORS,
        "keepers": keepers,
        "strangers": strangers,
        "evidence": trust.evidence(keepers, strangers),
        "worth": trust.worth(tuned.read(), conv, partners, 6, Rng("worth")),
    }
    assert same_as_kept("trust", as_text(told))
