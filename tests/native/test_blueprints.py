"""Blueprints: whoever can be simulated plays the same games behind one interface."""

import pytest

from native import Game, Rng, Rules
from native._core import ffi, lib
from native.play import table
from native.play.blueprint import Blueprint
from native.rulebase import RuleList

pytestmark = pytest.mark.native

PIERS = RuleList([41, 8, 46, 13, 48, 38, 27, 22, 34])
RANDOM = RuleList(["LegalRandom"])


def test_a_blueprint_decides_from_a_view_as_its_rule_list_does() -> None:
    game, piers = Game(Rules(3), seed=4), Blueprint.of(PIERS)
    while game.to_move is not None:
        view = game.view(game.to_move)
        choice, expected = piers.decide(view, Rng(1)), PIERS.decide(view, Rng(1))
        assert (choice.move, choice.reason) == (expected.move, expected.position)
        game.play(choice.move)
    with pytest.raises(ValueError, match="Seat 1 is not to move"):
        piers.decide(Game(Rules(2), seed=1).view(1), Rng(1))


def played_by(rules: RuleList, players: int) -> Game:
    """Its lots on every turn are those that agreement draws from seed 0."""
    game = Game(Rules(players), seed=4)
    while game.to_move is not None:
        choice = rules.decide(game.view(game.to_move), Rng(0).derive(game.turn))
        game.play(choice.move)
    return game


def answers(game: Game, rules: RuleList, seed: int) -> list[int]:
    """The list's move on every turn of a game, asked one by one."""
    again, chosen = Game(game.rules, deck=game.deck), []
    for turn, event in enumerate(game.history):
        choice = rules.decide(again.view(event.seat), Rng(seed).derive(turn))
        chosen.append(choice.move.id(game.rules))
        again.play(event.move)
    return chosen


def test_agreements_are_those_of_the_rule_lists_asked_on_every_turn() -> None:
    game, lists = played_by(PIERS, 2), [PIERS, RANDOM]
    made = [(event.seat, event.move.id(game.rules)) for event in game.history]
    found = table.agreements(game, [Blueprint.of(rules) for rules in lists], 3)
    for rules, answer in zip(lists, found, strict=True):
        chosen = answers(game, rules, 3)
        same = [0, 0]
        for (seat, move), choice in zip(made, chosen, strict=True):
            same[seat] += move == choice
        assert list(answer.chosen) == chosen
        assert list(answer.same) == same
    assert sum(found[0].same) == game.turn, "it would do again what it did"
    assert not table.agreements(game, [], 0)


@pytest.mark.parametrize("players", [2, 5])
def test_a_replay_is_the_public_side_of_the_game_after_every_turn(players: int) -> None:
    rules = Rules(players)
    game, chances = Game(rules, seed=11), Rng("replayed")
    public = ffi.new("hl_public *")
    lib.hl_replay_start(public, rules.struct)
    while game.to_move is not None:
        assert bytes(ffi.buffer(public)) == bytes(ffi.buffer(ffi.addressof(game.struct.pub)))
        choice = RANDOM.decide(game.view(game.to_move), chances)
        game.play(choice.move)
        lib.hl_replay(public, game.struct.pub.history + (game.turn - 1))
    assert public.score == game.score
