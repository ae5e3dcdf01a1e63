"""Drills: questions about conventions, repeated at growing intervals, as a profile answers them."""

import re
from datetime import date, timedelta
from random import Random

import msgspec
import pytest
from django.contrib.auth.models import User
from django.test import Client

from agents.kinds.conv import levels
from agents.reasons.causes import is_all
from analysis.puzzles import drill_questions as questions
from analysis.puzzles.drilling import LEAD, WANTED, drills_of, stands
from game.board import words
from game.puzzles import boxes, position
from game.puzzles.drill import TECHNIQUES, Drill, drills
from game.puzzles.position import act, shown
from game.puzzles.puzzle import puzzles
from native import Move
from native.strategies.conv import explain
from tests.game.positions import twin

pytestmark = pytest.mark.django_db


TODAY = date(2026, 11, 26)
EVERY = frozenset(TECHNIQUES)


def test_there_are_drills_of_every_kind_and_most_techniques_for_two_to_five_players() -> None:
    assert len(drills()) >= 300
    assert {one.kind for one in drills()} == {*WANTED}
    assert {one.players for one in drills()} == {2, 3, 4, 5}
    assert len({one.technique for one in drills()}) >= 7
    assert len({(one.deck, one.moves, one.kind) for one in drills()}) == len(drills())


@pytest.mark.long
def test_the_profile_gives_the_answer_of_every_drill_and_says_why() -> None:
    for number, drill in enumerate(drills(), start=1):
        assert stands(drill), number
        assert drill.right[0] in drill.options or drill.kind == "move"
        assert drill.kind != "move" or (drill.lead or 0) >= LEAD
        texts = [drill.text(option) for option in drill.options]
        assert len({*texts}) == len(texts)
        assert drill.question
        assert drill.why


def test_the_reason_is_about_the_clue_in_question_and_calls_the_reader_you() -> None:
    for number, drill in enumerate(drills(), start=1):
        event, rules, why = drill.position.history[-1], drill.position.rules, drill.why
        right = drill.text(drill.right[0]).lower().replace(", ", " plays ")
        if drill.kind == "reads":
            value = words.clue_name(rules, event.move.clue_value(rules))
            assert re.search(rf"I clued (your )?{value}|so one clue did for", why), number
            assert f"slot {drill.position.position(*drill.asked)}" in why, number
        elif drill.kind != "move":
            assert right in why.lower() if right != "nobody" else "plays" not in why, number
        assert not re.search(r"You's|\b[Yy]ou \w+s\b|[^.“] Your?\b", why), number


@pytest.mark.long
def test_a_drill_trains_what_it_is_named_for() -> None:
    for number, drill in enumerate(drills(), start=1):
        if drill.kind not in ("reads", "who") or drill.right == ("nobody",):
            continue
        before, event = drill.before, drill.position.history[-1]
        told = explain(levels.blueprint(drill.profile), before.view(event.seat), event.move)
        assert "playable too" not in drill.why or drill.level >= 5, f"{number}: a layered finesse"
        if drill.kind == "who":
            seat, slot = map(int, drill.right[0].split(":"))
            assert not is_all(told.before[seat][slot], before.playable), f"{number}: plays anyway"
            continue
        made = questions.reads(before, drill.position, event, drill.profile, Random(0))
        assert made
        assert (made["technique"], made["level"]) == (drill.technique, drill.level), number
        assert drill.technique != "stall" or told.said & ~told.reach, f"{number}: it is playable"
        if drill.technique == "finesse":
            seats, (seat, slot) = range(drill.players), drill.asked
            card = drill.position.hands[seat][slot]
            places = [(s, n) for s in seats for n in before.slots(s) if before.touched(s, n)]
            clued = {before.hands[s][n] for s, n in places}
            lower = {card._replace(rank=n) for n in range(before.stacks[card.suit] + 1, card.rank)}
            assert lower - clued, f"{number}: every card before it is clued"


@pytest.mark.long
def test_a_layered_finesse_needs_level_5_and_a_clue_that_is_misread_gives_no_drill() -> None:
    moves = [one for one in drills() if one.kind == "move"] * 2
    layered = next(one for one in drills() if one.kind == "who" and "playable too" in one.why)
    assert layered.level == 5
    assert layered in drills_of(int(layered.game.split()[-1]), moves)
    assert all(one.moves != "c1g" for one in drills_of(21, moves))


@pytest.mark.long
def test_a_game_gives_one_drill_of_a_kind_at_most_and_only_where_there_is_room() -> None:
    full = {kind: [one for one in drills() if one.kind == kind] * 2 for kind in WANTED}
    made = list(drills_of(1, full["move"]))
    kinds = [one.kind for one in made]
    assert 0 < len(kinds) == len({*kinds})
    assert all(stands(one) for one in made)
    assert list(drills_of(1, [one for kind in full.values() for one in kind])) == []


def test_a_reading_holds_the_true_card_and_another_option_does_not_say_the_same() -> None:
    for drill in drills():
        if drill.kind == "reads":
            seat, asked = drill.asked
            hand = drill.position.hands[seat]
            assert hand[asked].text("rygbp") in drill.right[0].split()
            for slot in {*range(len(hand))} - {asked}:
                place = f"in slot {drill.position.position(seat, slot)} "
                assert hand[slot] != hand[asked] or place not in drill.why, "names the other copy"
            assert sum({*one.split()} == {*drill.right[0].split()} for one in drill.options) == 1


@pytest.mark.long
def test_before_the_answer_a_drill_shows_no_conventions_and_nothing_of_hidden_cards() -> None:
    random, different = Random("drills"), 0
    for drill in random.sample(drills(), 12):
        frame = shown(drill, answered=False)
        other = twin(random, position._state(drill, answered=False), drill.you)
        changed = msgspec.structs.replace(drill, deck=other.table.deck)
        different += changed.deck != drill.deck
        assert shown(changed, answered=False) == frame
        assert changed.question == drill.question
        assert frame.conventions is None
        assert b'"conventions":' not in position.turns(drill)
        assert shown(drill, answered=True).conventions is not None
    assert different > 9


def _drill(kind: str) -> tuple[int, Drill]:
    return next((n, one) for n, one in enumerate(drills(), start=1) if one.kind == kind)


def test_right_and_wrong_answers_are_shown_with_the_reason(client: Client) -> None:
    number, drill = _drill("reads")
    wrong = next(one for one in drill.options if one not in drill.right)
    page = client.get(f"/drills/{number}/").content.decode()
    assert all(drill.text(option) in page for option in drill.options)
    assert drill.why.split("“")[1][:20] not in page
    page = client.post(f"/drills/{number}/", {"answer": drill.right[0]}, follow=True)
    assert "<title>Right: " in page.content.decode()
    page = client.post(f"/drills/{number}/", {"answer": wrong}, follow=True)
    assert "? No." in page.content.decode()


def test_a_move_is_answered_on_the_board(client: Client) -> None:
    number, drill = _drill("move")
    move = Move.parse(drill.right[0], drill.position.rules)
    page = client.post(f"/drills/{number}/", {"move": act(drill, move)}, follow=True)
    assert "Right:" in page.content.decode()


@pytest.mark.parametrize("kind", ["reads", "who", "move"])
def test_an_invalid_answer_to_a_drill_is_refused_and_not_stored(client: Client, kind: str) -> None:
    number, _ = _drill(kind)
    for sent in ({}, {"answer": "9:9"}, {"move": "play 99"}):
        assert client.post(f"/drills/{number}/", sent).status_code == 400
    assert "drills" not in client.session
    page = client.get(f"/drills/{number}/", {"answer": "r9"})
    assert "Right:" not in page.content.decode()


def test_a_drill_returns_after_growing_intervals_and_at_once_after_a_mistake() -> None:
    mine: dict[str, list[int]] = {}
    drill, day, waits = drills()[0], TODAY, []
    for _ in range(4):
        mine |= boxes.answered(mine, drill, right=True, today=day)
        wait = next(n for n in range(60) if boxes.due(mine, day + timedelta(n), EVERY))
        waits.append(wait)
        day += timedelta(wait)
    assert waits == sorted(set(waits))
    assert waits[0] >= 1
    mine |= boxes.answered(mine, drill, right=False, today=day)
    assert boxes.due(mine, day, EVERY) == [1]


def test_due_drills_come_before_new_ones_and_the_last_one_is_not_asked_twice_running() -> None:
    mine: dict[str, list[int]] = {}
    first = boxes.following(mine, TODAY, EVERY)
    mine |= boxes.answered(mine, drills()[4], right=False, today=TODAY)
    assert boxes.following(mine, TODAY, EVERY) == 5
    assert boxes.following(mine, TODAY, EVERY, but=5) == first
    for one in drills():
        mine |= boxes.answered(mine, one, right=one is not drills()[4], today=TODAY)
    assert boxes.following(mine, TODAY, EVERY, but=5) == 5


def test_a_deal_whose_hands_were_shown_today_is_not_asked_about_while_another_is_left() -> None:
    shown = drills()[0]
    twin, other = (
        next(one for one in drills()[1:] if (one.deck == shown.deck) == same)
        for same in (True, False)
    )
    later = [4, TODAY.toordinal() + 1]
    old = {key: later for one in drills() for key in boxes.answered({}, one, True, TODAY)}
    for new in ([twin, other], [twin]):
        mine = {**old, **boxes.answered({}, shown, True, TODAY)}
        for one in new:
            mine.pop(*boxes.answered({}, one, True, TODAY))
        assert drills()[boxes.following(mine, TODAY, EVERY) - 1] is new[-1]


@pytest.mark.parametrize(
    ("lessons", "taught"),
    [("", {"play clue"}), ("124", {"play clue", "save"}), ("16", {"prompt", "finesse"})],
)
def test_the_first_drill_is_the_easiest_that_the_finished_lessons_teach(
    client: Client, lessons: str, taught: set[str]
) -> None:
    client.cookies["lessons"] = lessons
    address = client.get("/drills/next/").headers["Location"]
    first = drills()[int(address.split("/")[2]) - 1]
    others = [one for one in drills() if one.technique in taught]
    assert first.technique in taught
    assert (first.level, first.players) == min((one.level, one.players) for one in others)


def test_practice_by_technique_or_lesson_asks_only_such_drills(client: Client) -> None:
    for query in ({"technique": "save"}, {"lesson": "4"}):
        address = client.get("/drills/next/", query, follow=True).request["PATH_INFO"]
        assert drills()[int(address.split("/")[2]) - 1].technique == "save"
    assert client.get("/drills/next/", {"technique": "magic"}).status_code == 404
    assert client.get("/drills/0/").status_code == 404
    assert client.get(f"/drills/{len(drills()) + 1}/").status_code == 404


def test_an_account_has_a_guests_answers_in_every_browser_until_one_starts_over() -> None:
    number, drill = _drill("who")
    puzzle, there, here = puzzles()[0], Client(), Client()
    there.cookies["lessons"] = "3"
    there.post(f"/drills/{number}/", {"answer": drill.right[0]})
    there.post("/puzzles/1/", {"move": act(puzzle, puzzle.view.legal_moves()[0])})
    dana = {"username": "dana", "password": "correct horse battery"}
    User.objects.create_user(**dana)
    there.post("/accounts/login/", dana)
    here.post("/accounts/login/", dana)
    assert "Done" in here.get("/learn/").content.decode()
    for path in ("/drills/", "/puzzles/"):
        assert "Start over" in here.get(path).content.decode()
        here.post(f"{path}forget/")
        assert "Start over" not in there.get(path).content.decode()
    there.post("/accounts/logout/")
    assert "Done" not in there.get("/learn/").content.decode(), "the account's alone"
