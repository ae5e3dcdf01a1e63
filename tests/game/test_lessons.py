"""The lessons are real games, and mean by every clue what the convention agent reads."""

import json
from itertools import pairwise

import pytest
from django.test import Client

from agents.kinds.conv import levels
from agents.kinds.conv.lessons import chop
from agents.reasons.names import card_name
from game.board.words import clue_name
from game.learn.lesson import LessonStep, Scene, as_json, lessons, slot_of
from game.learn.pictures import LEARNER, hand
from game.replays.coaching import PRACTISE
from native import Game, Move, MoveKind, Rng
from native.strategies.conv import explain, reading

EXPERT = levels.blueprint("expert")
NUMBERS = range(1, len(lessons()) + 1)
FIRST = lessons()[0].scenes[0]
SCENES = [scene for lesson in lessons() for scene in lesson.scenes]
STEPS = [(scene, step) for scene in SCENES for step in scene.steps]


@pytest.mark.parametrize(("scene", "step"), STEPS, ids=lambda one: getattr(one, "say", "")[:24])
def test_a_lesson_reads_cards_as_the_expert_agent_does(scene: Scene, step: LessonStep) -> None:
    if step.card is None:
        assert not step.reads
        assert not step.role
        return
    game, seat = scene.positions[step.at], step.card[0]
    slot = slot_of(game, *step.card)
    if step.reads:
        read = game.rules.cards_in(reading(EXPERT, game.view(LEARNER)).said[seat][slot])
        assert " ".join(card.text(game.rules.suits) for card in read) == step.reads
    if step.role == "chop":
        assert chop(game, seat) == (seat, slot)
    if step.role == "focus":
        clue = game.history[-1]
        before = next(one for one in _all(scene) if one.turn == clue.turn)
        meaning = explain(EXPERT, before.view(clue.seat), clue.move)
        assert (meaning.target, meaning.focus) == (seat, slot)
    if step.role == "asked":
        assert reading(EXPERT, game.view(seat)).asked[seat][slot]


def test_a_2_or_5_is_saved_with_its_number() -> None:
    for scene in SCENES:
        for game, text in zip(scene.positions, scene.moves.split(), strict=False):
            clue, seat = Move.parse(text, game.rules), game.to_move or 0
            if clue.is_clue:
                meaning = explain(EXPERT, game.view(seat), clue)
                card = game.hands[meaning.target or 0][meaning.focus or 0]
                assert card is not None
                saved = meaning.chop and not game.playable >> game.rules.identity(card) & 1
                by_number = clue.kind is MoveKind.RANK
                assert by_number or not saved or card.rank not in (2, 5), scene.steps[0].say


def _all(scene: Scene) -> list[Game]:
    """The game after each of its moves, those before the scene included."""
    rules, deck = scene.start.rules, scene.start.deck
    games = [Game(rules, deck=deck)]
    for event in scene.positions[-1].history:
        games.append(games[-1].copy())
        games[-1].play(event.move)
    return games


def test_after_the_first_game_partners_move_as_the_expert_does() -> None:
    for scene in SCENES:
        if scene is FIRST:
            continue
        for game, text in zip(scene.positions, scene.moves.split(), strict=False):
            if game.to_move != scene.you:
                decided = EXPERT.decide(game.view(game.to_move), Rng(0)).move
                assert decided.text(game.rules) == text, scene.steps[0].say


def test_the_answer_to_a_question_is_the_experts_move() -> None:
    questions = [(scene, step) for scene, step in STEPS if step.hint]
    assert len(questions) == 3 * (len(lessons()) - 1)
    for scene, step in questions:
        game = scene.positions[step.at]
        decided = EXPERT.decide(game.view(scene.you), Rng(0)).move
        assert decided.text(game.rules) == scene.moves.split()[step.at], step.say


def test_each_step_of_a_lesson_advances_one_move_unless_moves_are_watched() -> None:
    for scene in SCENES:
        assert scene.steps[0].at == 0
        assert scene.steps[-1].at == len(scene.moves.split())
        for now, after in pairwise(scene.steps):
            assert after.at - now.at in (0, 1) or after.watch, after.say
            mine = scene.positions[now.at].to_move == scene.you
            if not after.watch:
                assert now.do == (after.at > now.at and mine), now.say


def test_a_lesson_has_six_to_ten_moves_and_three_questions() -> None:
    for lesson in lessons()[1:]:
        played = [scene for scene in lesson.scenes if not scene.steps[0].hint]
        moves = sum(len(scene.moves.split()) for scene in played)
        assert 6 <= moves <= 10, lesson.title


def test_the_next_step_of_the_first_game_explains_the_last_move() -> None:
    for now, after in pairwise(FIRST.steps):
        if after.at != now.at + 1:
            continue
        before = FIRST.positions[now.at]
        event = before.copy().play(Move.parse(FIRST.moves.split()[now.at], before.rules))
        words = after.text(before.rules).lower()
        if event.move.is_clue:
            assert clue_name(before.rules, event.move.clue_value(before.rules)) in words
        else:
            assert card_name(before.rules, event.card) in words, after.say
            assert ("strike" in words) == (
                event.move.kind is MoveKind.PLAY and not event.success
            ), after.say


@pytest.mark.parametrize(("turn", "tokens"), [(0, 8), (6, 5), (7, 6)])
def test_the_first_lesson_states_the_right_number_of_clue_tokens(turn: int, tokens: int) -> None:
    names = {5: "Five clue tokens", 6: "six clue tokens", 8: "eight clue tokens"}
    assert FIRST.positions[turn].clue_tokens == tokens
    assert any(names[tokens] in step.say for step in FIRST.steps)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_lesson_sends_no_identity_of_the_learners_cards(number: int) -> None:
    data = json.loads(as_json(number))
    for frames, scene in zip(data["scenes"], lessons()[number - 1].scenes, strict=True):
        for frame in frames:
            assert "conventions" not in frame, "the layer would answer the positions to try"
            assert all("id" not in card for card in frame["hands"][scene.you])


def test_each_move_is_logged_once() -> None:
    logged = [entry["n"] for frame in json.loads(as_json(1))["scenes"][0] for entry in frame["log"]]
    assert logged == list(range(1, len(FIRST.moves.split()) + 1))


def test_a_lesson_is_served_without_the_database_and_may_be_cached(client: Client) -> None:
    page = client.get("/learn/1.json")
    assert page.status_code == 200
    assert "max-age=3600" in page["Cache-Control"]
    assert page.content == as_json(1)
    assert client.get(f"/learn/{len(lessons()) + 1}.json").status_code == 404


@pytest.mark.django_db
def test_without_scripts_a_lesson_can_be_read(client: Client) -> None:
    page = client.get("/learn/2/").content.decode()
    assert all(text.split(",")[0].split("'")[0] in page for text in lessons()[1].texts)


@pytest.mark.django_db
def test_the_list_shows_what_this_browser_has_finished(client: Client) -> None:
    assert "Done" not in client.get("/learn/").content.decode()
    client.cookies["lessons"] = "13x"
    page = client.get("/learn/").content.decode()
    assert page.count("Done") == 2
    assert "Go on with lesson 2" in page


def test_every_topic_that_the_coach_recommends_has_a_lesson() -> None:
    assert all(lesson in NUMBERS for lesson, _ in PRACTISE.values())


def test_pictures_of_the_learners_cards_do_not_show_them() -> None:
    assert all(card.words for card in hand(0, LEARNER))
    assert not any(card.suit or card.rank for card in hand(0, LEARNER))
    assert all(card.suit and card.rank for card in hand(0, 1 - LEARNER))
