"""Many games at once are the games that are played one after another."""

import json
from base64 import b64decode
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from agents import registry
from agents.agent_protocol import Hello
from agents.contract import AgentError
from agents.entry import Entry
from agents.matchups import python_games
from agents.matchups.core_games import play_in_core
from agents.matchups.playing import Plan
from analysis.evaluate.dialled import deciding_many
from analysis.evaluate.evaluation import evaluate
from analysis.evaluate.pools import pool
from native import Move, Rules, View

MEMBERS = {
    2: "elite:paper-1/15,0;rules:iggi;conv:beginner;hat:information",
    3: "rules:iggi;conv:beginner;hat:information",
}


def crowd(address: str) -> Entry:
    """A calculable agent of ours, asked in many games at once."""
    entry = registry.find(address)
    agent = entry.agent("1")

    def decide_many(views: Any) -> list[Move]:
        return [agent.decide(view).move for view in views]

    return replace(entry, address="dialled:crowd", decide_many=decide_many)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3])
def test_games_at_once_are_games_one_by_one(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_games, "AT_ONCE", 7)
    rules = Rules.standard(players)
    members = pool(MEMBERS[players], rules).members
    one = registry.find("conv:expert")
    alone = play_in_core(rules, [one], members, 10, "5", keep_records=True)
    together = python_games.play_side_by_side(rules, crowd("conv:expert"), members, 10, "5")
    for name in ("score", "strikes", "turns", "end"):
        assert (alone.records[name] == together.records[name]).all()
    # As published, an elite's illegal clue counts as one though it ends the game.
    others = slice(players == 2, None)
    assert (alone.records[:, others] == together.records[:, others]).all()


@pytest.mark.long
def test_a_report_is_the_same_whether_asked_once_or_many_times() -> None:
    plan = Plan(Rules.standard(2), 6, "2")
    members = pool("rules:iggi;conv:beginner", plan.rules)
    alone = evaluate(registry.find("hat:information"), members, plan)
    together = evaluate(crowd("hat:information"), members, plan)
    for name in ("mean", "self_play", "by_deal", "generalist", "weighted"):
        assert getattr(together, name) == getattr(alone, name)


def test_agents_without_simulation_or_with_missing_answers_are_refused() -> None:
    rules = Rules.standard(2)
    python = pool("mwum:knowing-2", rules).members
    with pytest.raises(AgentError, match="cannot play many games at once"):
        python_games.play_side_by_side(rules, crowd("conv:human"), python, 2, "1")
    mute = replace(crowd("conv:human"), decide_many=lambda _: [])
    with pytest.raises(AgentError, match="2 games need one move each, not 0"):
        python_games.play_side_by_side(rules, mute, pool("rules:iggi", rules).members, 2, "1")
    wild = replace(crowd("conv:human"), decide_many=lambda views: [Move.discard(0)] * len(views))
    with pytest.raises(AgentError, match="illegal move"):
        python_games.play_side_by_side(rules, wild, pool("rules:iggi", rules).members, 2, "1")


def views(count: int) -> list[View]:
    found: list[View] = []

    def keep(seen: Any) -> list[Move]:
        found.extend(seen)
        return [view.legal_moves()[0] for view in seen]

    rules = Rules.standard(2)
    entry = replace(crowd("conv:human"), decide_many=keep)
    members = pool("rules:iggi", rules).members
    python_games.play_side_by_side(rules, entry, members, count, "3")
    return found[:count]


def test_bits_are_the_observation_and_its_legal_actions_as_far_as_a_message_goes() -> None:
    asked: list[Any] = []

    def ask(message: Any) -> str:
        asked.append(message)
        return json.dumps(
            {"t": "actions", "actions": [legal.bit_length() - 1 for legal in message.legal]}
        )

    hello = Hello("", "Ada", at_once=4, view="bits")
    seen = views(10)
    moves = deciding_many(hello, ask)(seen)
    assert [len(message.legal) for message in asked] == [4, 4, 2]
    assert [move in view.legal_moves() for move, view in zip(moves, seen, strict=True)] == [
        True
    ] * 10
    raw = np.frombuffer(b64decode(asked[0].observations), np.uint8).reshape(4, asked[0].bytes)
    rows = np.unpackbits(raw, axis=1, bitorder="little")
    assert asked[0].bits == 658
    assert not rows[:, 658:].any()
    assert (rows[:, :125].sum(axis=1) == 5).all()  # The partner's five cards.


@pytest.mark.parametrize(
    ("view", "answer", "words"),
    [
        ("full", {"t": "moves", "moves": ["p0"]}, "decide_many must be a list of 2 moves"),
        ("full", {"t": "moves", "moves": ["p0", "p1", "p2"]}, "a list of 2 moves"),
        ("full", {"t": "moves", "moves": ["p0", "fly"]}, "The answer is not a move"),
        ("full", {"t": "move", "move": "p0"}, "a list of 2 moves"),
        ("bits", {"t": "actions", "actions": [5]}, "a list of 2 actions"),
        ("bits", {"t": "actions", "actions": [5, 63]}, "Action 63 is not legal"),
        ("bits", {"t": "actions", "actions": [5, 64]}, "cannot be read"),
    ],
)
def test_an_invalid_answer_to_a_batch_is_refused(view: Any, answer: Any, words: str) -> None:
    hello = Hello("", "Ada", at_once=9, view=view)
    with pytest.raises(AgentError, match=words):
        deciding_many(hello, lambda _: json.dumps(answer))(views(2))
