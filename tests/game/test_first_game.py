"""The script of the first game is a real game, and says of every move what it did."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from django.test import Client

from agents.reasons.names import card_name
from game.board.words import clue_name
from game.learn.first_game import DECK, MOVES, STEPS
from game.learn.lesson import LEARNER, first_game, lesson
from game.learn.pictures import hand
from native import Game, Move, MoveKind, Rules

SHOWN = list(pairwise(STEPS))


@pytest.fixture(scope="module")
def positions() -> tuple[Game, ...]:
    state = first_game()
    assert state.playback is not None
    return state.playback.positions


def test_the_deck_is_a_whole_one() -> None:
    rules = Rules.standard(2)
    cards = [DECK[i : i + 2] for i in range(0, len(DECK), 2)]
    whole = [
        card.text(rules.suits)
        for card, copies in zip(rules.cards, rules.copies, strict=True)
        for _ in range(copies)
    ]
    assert sorted(cards) == sorted(whole)


def test_it_is_played_to_its_end(positions: tuple[Game, ...]) -> None:
    assert len(positions) == len(MOVES) + 1
    assert [game.end for game in positions[:-1]] == [None] * len(MOVES)
    assert positions[-1].end is not None
    assert STEPS[-1].turn == len(MOVES)


def test_a_step_goes_on_by_one_move_or_by_none_and_skips_once() -> None:
    gaps = [after.turn - now.turn for now, after in SHOWN]
    assert sorted(set(gaps)) == [0, 1, 52]
    assert gaps.count(52) == 1


def test_every_move_of_the_learner_that_is_shown_is_asked_for(positions: tuple[Game, ...]) -> None:
    for now, after in SHOWN:
        if after.turn == now.turn + 1:
            assert now.do == (positions[now.turn].to_move == LEARNER), now.say
        else:
            assert not now.do, now.say


def test_the_next_step_tells_what_a_move_did(positions: tuple[Game, ...]) -> None:
    for now, after in SHOWN:
        if after.turn != now.turn + 1:
            continue
        before = positions[now.turn]
        event = before.copy().play(Move.parse(MOVES[now.turn], before.rules))
        told = after.say.lower()
        if event.move.is_clue:
            assert clue_name(before.rules, event.move.clue_value(before.rules)) in told
        else:
            assert event.card is not None
            assert card_name(before.rules, event.card) in told, after.say
            assert ("strike" in told) == (event.move.kind is MoveKind.PLAY and not event.success), (
                after.say
            )


@pytest.mark.parametrize(
    ("turn", "tokens"), [(0, 8), (6, 5), (7, 6)], ids=["the start", "before", "after the discard"]
)
def test_the_tokens_are_as_it_says(turn: int, tokens: int, positions: tuple[Game, ...]) -> None:
    names = {5: "Five clue tokens", 6: "six clue tokens", 8: "eight clue tokens"}
    assert positions[turn].clue_tokens == tokens
    assert any(names[tokens] in step.say for step in STEPS)


def test_what_is_called_sure_is_sure(positions: tuple[Game, ...]) -> None:
    for turn in (2, 62, 64):
        view = positions[turn].view(LEARNER)
        slot = Move.parse(MOVES[turn], positions[turn].rules).slot
        assert slot is not None
        assert view.possible(slot) & ~view.playable == 0


def test_only_what_the_learner_may_see_is_sent() -> None:
    data = json.loads(lesson())
    assert len(data["steps"]) == len(STEPS)
    for frame in data["frames"]:
        assert all("id" not in card for card in frame["hands"][LEARNER])


def test_the_lesson_asks_no_database_and_may_be_kept(client: Client) -> None:
    page = client.get("/learn/first-game.json")
    assert page.status_code == 200
    assert "max-age=3600" in page["Cache-Control"]
    assert page.content == lesson()


@pytest.mark.django_db
def test_without_scripts_it_can_be_read(client: Client) -> None:
    page = client.get("/learn/").content.decode()
    assert all(step.say.split(",")[0].split("'")[0] in page for step in STEPS)


def test_each_move_is_told_once() -> None:
    told = [entry["n"] for frame in json.loads(lesson())["frames"] for entry in frame["log"]]
    assert told == list(range(1, len(MOVES) + 1))


def test_pictures_of_the_learners_cards_do_not_show_them() -> None:
    assert all(card.words for card in hand(0, LEARNER))
    assert not any(card.suit or card.rank for card in hand(0, LEARNER))
    assert all(card.suit and card.rank for card in hand(0, 1 - LEARNER))
