"""Whoever sits at a table in the core decides there as from its view alone."""

from collections.abc import Sequence

import pytest

from agents.kinds.conv import levels
from agents.kinds.wary import tuned
from native import BadRules, Game, Rng, Rules
from native.play import table
from native.play.blueprint import Blueprint
from native.rulebase import RuleList
from native.search.search import Search, Setting
from native.strategies import hat

pytestmark = pytest.mark.native

HAT, EXPERT = hat.blueprint(), levels.blueprint("expert")
PIERS = Blueprint.of(RuleList([41, 8, 46, 13, 48, 38, 27, 22, 34]))
RANDOM = Blueprint.of(RuleList(["LegalRandom"]))


def game_by_views(seats: Sequence[Blueprint], own: Rng) -> Game:
    """A game in which every seat decides from its view, made anew at every turn."""
    game = Game(Rules(len(seats)), seed=own)
    chances = [own.derive(1 + seat) for seat in range(len(seats))]
    while (seat := game.to_move) is not None:
        move = seats[seat].decide(game.view(seat), chances[seat]).move
        assert move is not None
        game.play(move)
    return game


def same_game(seats: Sequence[Blueprint], seed: str, number: int) -> None:
    game = game_by_views(seats, Rng(seed).derive(number))
    result = table.simulate(Rules(len(seats)), seats, 1, seed, first=number, threads=1)
    assert (result.turns, result.stacks[game.score]) == (game.turn, 1)


@pytest.mark.long
@pytest.mark.parametrize(
    "seats",
    [
        [HAT, EXPERT, HAT, EXPERT],
        [EXPERT, RANDOM, HAT],
        [tuned.blueprint(), RANDOM, EXPERT],
        [tuned.blueprint(), PIERS],
    ],
    ids=["memos of two sizes", "sight and none", "one that looks back", "and a stranger"],
)
def test_each_keeps_a_memo_of_its_own(seats: list[Blueprint]) -> None:
    for number in range(2):
        same_game(seats, "memos", number)


def test_two_seats_that_search_alike_do_not_read_each_others_thoughts() -> None:
    search = Search(PIERS, Setting(rollouts=12, particles=8, steps=1, explained=0.0, sure=0.0))
    same_game([search, search], "search", 1)


def test_agreements_are_counted_for_each_blueprint_and_seat() -> None:
    game = game_by_views([PIERS, EXPERT], Rng("agreed"))
    found = table.agreements(game, [PIERS, EXPERT, HAT], 0)
    made = [event.move.id(game.rules) for event in game.history]
    for one in found:
        same = [chosen == move for chosen, move in zip(one.chosen, made, strict=True)]
        assert one.same == (sum(same[0::2]), sum(same[1::2]))
    assert found[1].same[1] == len(made[1::2]), "it would do again what it did"


def test_agreements_with_who_cannot_play_by_the_rules_are_refused() -> None:
    game = Game(Rules.standard(3, "Rainbow (5 Suits)"), seed=1)
    with pytest.raises(BadRules, match="cannot play by these rules"):
        table.agreements(game, [HAT], 0)
