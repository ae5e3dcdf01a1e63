"""The memo of the information strategy: all seats agree on it, and it never says what is not so."""

from random import Random
from typing import Any

import pytest

from native import Game, Move, Rng, Rules, View
from native._core import ffi, lib
from native.play import table
from native.play.blueprint import Blueprint
from native.rulebase import RuleList
from native.strategies import hat
from tests.native.random_games import random_game
from tests.native.twins import twin
from tests.positions import play
from tests.positions import table as set_up

pytestmark = pytest.mark.native

EVERYBODY = lib.HL_NONE
HAT = hat.blueprint()


class Memo:
    """The core's memo, kept by one seat or by somebody who sees all hands."""

    def __init__(self, rules: Rules, reader: int = EVERYBODY) -> None:
        self.rules, self.reader = rules, reader
        self.struct = ffi.new("hl_hat_memo *")
        HAT.struct.start(ffi.NULL, rules.struct, self.struct)

    @classmethod
    def recalled(cls, view: View) -> "Memo":
        memo = cls(view.rules)
        lib.hl_recall(HAT.struct, view.struct, memo.struct)
        return memo

    def observe(self, game: Game) -> None:
        after = ffi.addressof(game.struct, "pub")
        HAT.struct.observe(ffi.NULL, ffi.NULL, after, game.struct.hand, self.reader, self.struct)

    def __bytes__(self) -> bytes:
        return bytes(ffi.buffer(self.struct))


def choice(view: View, memo: Memo) -> Any:
    found = ffi.new("hl_choice *")
    HAT.struct.decide(ffi.NULL, view.struct, memo.struct, Rng(0).struct, found)
    return found


def play_on(game: Game) -> None:
    game.play(hat.decide(game.view(game.to_move)).move)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_seat_recalls_the_memo_that_a_spectator_updated(players: int) -> None:
    for number in range(4):
        game = Game(Rules(players), seed=Rng("agreed").derive(number))
        memo = Memo(game.rules)
        while game.to_move is not None:
            for seat in range(players):
                assert bytes(Memo.recalled(game.view(seat))) == bytes(memo)
            play_on(game)
            memo.observe(game)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_memo_is_never_wrong_about_a_card_and_knows_the_table(players: int) -> None:
    for number in range(12):
        game = Game(Rules(players), seed=Rng("true").derive(number))
        memo, pub = Memo(game.rules), game.struct.pub
        while game.to_move is not None:
            kept = memo.struct
            for seat in range(players):
                for slot in range(game.rules.hand_size):
                    card, may_be = game.struct.hand[seat][slot], kept.may_be[seat][slot]
                    assert may_be >> card & 1 if card != lib.HL_NONE else not may_be
            assert (kept.gone, kept.discarded) == (pub.gone, pub.discarded)
            assert (kept.useless, kept.critical) == (pub.useless, pub.critical)
            assert kept.playable == pub.playable & ~pub.useless
            assert kept.tokens == pub.tokens
            play_on(game)
            memo.observe(game)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_an_updated_memo_decides_as_one_rebuilt_from_the_view(players: int) -> None:
    random = Random(players)
    for number in range(8):
        game = Game(Rules(players), seed=Rng("strangers").derive(number))
        memos = [Memo(game.rules, seat) for seat in range(players)]
        while (seat := game.to_move) is not None:
            view = game.view(seat)
            found = choice(view, memos[seat])
            assert Move.from_id(game.rules, found.move) == hat.decide(view).move
            assert bytes(memos[seat]) == bytes(Memo.recalled(view))
            game.play(random.choice([hat.decide(view).move, random.choice(view.legal_moves())]))
            for memo in memos:
                memo.observe(game)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_hidden_cards_change_neither_decision_nor_memo(players: int) -> None:
    random = Random(players)
    for number in range(12):
        game = random_game(Rules(players), number, turns=random.randrange(60))
        if (seat := game.to_move) is not None:
            here, there = game.view(seat), twin(game, seat, random).view(seat)
            assert hat.decide(here) == hat.decide(there)
            one, other = Memo.recalled(here).struct, Memo.recalled(there).struct
            assert bytes(ffi.buffer(one.may_be)) == bytes(ffi.buffer(other.may_be))


def test_a_hand_that_may_be_all_one_card_has_two_codes() -> None:
    """Three copies of a 1 fill a hand of three: no clue misses one of them. Four cards differ in
    colour or rank, so that either a colour or a rank misses one."""
    for size, codes in ((3, 2), (4, 3)):
        game = set_up("", hand_size=size)
        assert hat.decide(game.view(0)).clues == codes


def test_a_hand_of_one_identity_can_be_clued() -> None:
    for hand in ("r1 r1 r1", "g1 g1 g1", "b2 b2 y3"):
        game = set_up(f"r5 g5 b5 {hand}", hand_size=3)
        found = hat.decide(game.view(0))
        assert found.move.is_clue
        assert found.code is not None


def test_cards_that_can_share_no_clue_value_have_one_more_code() -> None:
    game = set_up("r5 y5 g5 b5 p5 r3 r4 g2 p3 y1")
    counts = []
    for clue in ("c13", "c15", "c1r", "c1r", "c11"):
        found = hat.decide(game.view(game.to_move or 0))
        if game.to_move == 0:
            assert found.move.is_clue
            counts.append(found.clues)
        play(game, clue)
    assert counts == [3, 3, 4]


GOLDEN = {
    2: (46426, 135331),
    3: (49762, 102439),
    4: (49873, 98667),
    5: (49859, 89367),
    6: (49720, 98944),
}
STRANGE = (2994, 17576)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_thousand_games_of_the_hat_agent_add_up_as_in_this_version(players: int) -> None:
    """Points and turns, added up. Another figure is another behaviour: give it a new version."""
    result = table.simulate(Rules(players), [HAT] * players, 2000, "golden")
    points = sum(score * games for score, games in enumerate(result.stacks))
    assert (points, result.turns) == GOLDEN[players]
    assert result.zero[0] == 0


def test_agreement_with_strangers_is_that_of_decisions_from_each_view() -> None:
    for number in range(8):
        game = random_game(Rules(3), number)
        again, own = Game(game.rules, deck=game.deck), []
        for event in game.history:
            own.append(hat.decide(again.view(event.seat)).move.id(game.rules))
            again.play(event.move)
        (found,) = table.agreements(game, [HAT], 0)
        assert list(found.chosen) == own


def test_games_of_the_hat_agent_with_strangers_add_up_as_in_this_version() -> None:
    seating = [HAT, Blueprint.of(RuleList(["LegalRandom"])), HAT]
    result = table.simulate(Rules(3), seating, 1000, "golden")
    points = sum(score * games for score, games in enumerate(result.stacks))
    assert (points, result.turns) == STRANGE


def test_a_clue_to_an_empty_hand_says_nothing_to_anybody() -> None:
    """In its last turns a stranger may clue a hand that has no card left."""
    rules = Rules(3, suits="rg", ranks=2, copies=(2, 1), hand_size=1, empty_clues=True)
    stranger = Blueprint.of(RuleList(["TellRandomly", 39]))
    assert table.simulate(rules, [HAT, stranger, HAT], 50, "empty", threads=1).games == 50
