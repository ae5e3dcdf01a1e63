"""An agent of your own: a dozen lines, with sets of cards and slots as on screen."""

from typing import Any

import numpy as np
import pytest

import hanabi_lab as hl
from hanabi_lab.view import View
from native import Game, Move, Rng, Rules
from native.empathy.exact import odds


class Careful(hl.Agent):
    """Plays what it knows, tells what can be played, and discards its oldest card."""

    def decide(self, view: hl.View) -> hl.Move:
        for card in view.hand:
            if card.possible <= view.playable:
                return hl.Play(card.slot)
        for partner in view.partners if view.tokens else ():
            for card in partner.hand:
                if card.identity in view.playable and not card.possible <= view.playable:
                    return hl.Clue(partner.seat, card.colour if card.clued else card.rank)
        return hl.Discard(view.hand[-1].slot) if view.tokens < 8 else view.legal[-1]


def moments(players: int, games: int = 4) -> list[Game]:
    """Random positions of random games."""
    found = []
    for number in range(games):
        game, rng = Game(Rules(players), seed=number), Rng(number)
        while game.end is None:
            found.append(game.copy())
            moves = game.legal_moves()
            game.play(moves[rng.below(len(moves))])
    return found


@pytest.mark.long
def test_an_agent_of_a_dozen_lines_scores_more_than_15() -> None:
    games = hl.play(Careful, games=30, seed=1)
    assert games.seats == (f"python:{__name__}:Careful",) * 2
    assert games.mean().value > 15
    assert (hl.play(Careful, games=30, seed=1).played == games.played).all()
    assert hl.play(Careful, "rules:piers", "conv:expert", games=3).mean().value > 5


def test_a_class_has_an_address_for_every_command() -> None:
    address = f"python:{__name__}:Careful"
    assert (hl.play(address, games=3).played == hl.play(Careful, games=3).played).all()


def test_every_seat_is_shown_how_each_game_ends() -> None:
    ends: list[hl.View] = []

    class Hearer(Careful):
        def game_over(self, view: hl.View) -> None:
            ends.append(view)

    hl.crossplay([Hearer], games=4)
    assert sorted(view.seat for view in ends) == [0] * 4 + [1] * 4
    hl.play(Hearer, "rules:piers", games=2)
    assert [view.core.end is not None for view in ends[8:]] == [True, True]


@pytest.mark.parametrize("players", [2, 4])
def test_slots_are_numbered_as_on_screen(players: int) -> None:
    for game in moments(players):
        core = game.view(game.to_move)
        view = View(core)
        drawn = [card.drawn for card in view.hand]
        assert drawn == sorted(drawn, reverse=True)
        for card in view.hand:
            slot = view.core_move(hl.Play(card.slot)).slot
            assert core.position(core.seat, slot) == card.slot
            assert core.order(core.seat, slot) == card.drawn
        assert [view.core_move(move) for move in view.legal] == core.legal_moves()


@pytest.mark.parametrize("players", [2, 4])
def test_a_views_sets_of_cards_are_those_of_the_engine(players: int) -> None:
    for game in moments(players, 2):
        core = game.view(0)
        view, rules = View(core), core.rules

        def texts(bits: int, rules: Rules = rules) -> set[str]:
            return {card.text(rules.suits) for card in rules.cards_in(bits)}

        assert view.playable == texts(core.playable)
        assert view.critical == texts(core.critical)
        assert view.useless == texts(core.useless)
        assert view.stacks == dict(zip("rygbp", core.stacks, strict=True))
        for partner in view.partners:
            seen = {card.identity for card in partner.hand}
            true = game.hands[partner.seat]
            assert seen == {card.text("rygbp") for card in true if card is not None}
            assert all(card.identity in card.possible for card in partner.hand)
        for card in view.hand:
            slot = view.core_move(hl.Play(card.slot)).slot
            held = game.hands[0][slot or 0]
            assert card.identity is None
            assert held.text("rygbp") in card.possible
            assert card.possible == set(view.chances(card.slot))
            assert sum(view.chances(card.slot).values()) == pytest.approx(1)
            counted = odds(core)[slot or 0]
            sure = card.possible <= view.playable
            assert sure == (counted.playable == 1)


def test_history_is_described_in_the_words_of_the_table() -> None:
    game = Game(Rules(3), seed=1)
    rank = next(card.rank for card in game.hands[2] if card)
    hand = enumerate(game.hands[2])
    touched = tuple(10 + slot for slot, card in hand if card and card.rank == rank)
    game.play(Move.rank(2, rank))
    event = game.play(Move.play(0))
    clue, play = View(game.view(0)).history
    assert (clue.seat, clue.kind, clue.target, clue.value) == (0, "clue", 2, rank)
    assert clue.touched == touched
    assert (play.seat, play.kind, play.card) == (1, "play", event.card.text("rygbp"))
    assert play.success == bool(game.score)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (None, "None is not a move: answer with Play, Discard or Clue"),
        (hl.Play(9), "You have slots 1 to 5; there is no slot 9"),
        (hl.Clue(1, "w"), "There is no colour 'w': clue one of r, y, g, b, p"),
        (hl.Clue(0, 1), "There is no partner at seat 0: clue one at 1"),
        (hl.Clue(3, 1), "There is no partner at seat 3"),
        (hl.Clue(1, 7), "go from 1 to 5, not 7"),
        (hl.Play("1"), r"there is no slot '1', in game 0, turn 1\.$"),
        (hl.Play(None), r"there is no slot None, in"),
        (hl.Clue("1", 1), "There is no partner at seat '1'"),
        (hl.Clue(1, None), "There is no colour None"),
        (hl.Clue(1, np.int64(7)), "go from 1 to 5, not 7"),
    ],
)
def test_impossible_moves_are_refused_with_a_reason(move: Any, words: str) -> None:
    class Odd(hl.Agent):
        def decide(self, view: hl.View) -> hl.Move:
            return move

    with pytest.raises(hl.AgentError, match=words):
        hl.play(Odd, games=1)


def test_an_error_names_the_agents_file_the_game_and_the_turn() -> None:
    class Hasty(hl.Agent):
        def decide(self, view: hl.View) -> hl.Move:
            return hl.Discard(1) if not view.turn else hl.Play(view.chances(0))

    with pytest.raises(hl.AgentError, match=r"made an illegal move.*, in game 0, turn 1\.$"):
        hl.play(Hasty, games=1)
    with pytest.raises(hl.AgentError, match=r"no slot 0 \(test_agent\.py, line \d+\), in game"):
        hl.play("rules:piers", Hasty, games=1)
