"""Puzzles are mined from games: the same command goes on where it was, and the answers stand."""

from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec
import pytest

from agents.runs.stopping import Stopped
from agents.runs.storage import read_rows, write_rows
from analysis.puzzles import judging, mining
from analysis.puzzles.judging import FIRST, JUDGES, LOOK, SECOND, Values
from analysis.traces.importing import FILE
from game.puzzles.puzzle import LEVELS, Puzzle, idea, puzzles
from game.tables.state import deck_text
from native import Move, View
from native.empathy.exact import odds
from tests.analysis.conftest import play


def found_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle of every other game, without looking at it."""

    def puzzles_of(record: Any, seed: str) -> list[Puzzle]:
        made = puzzles()[hash((len(record.actions), seed[:1])) % len(puzzles())]
        return [msgspec.structs.replace(made, game=record.source)] * (len(record.actions) % 2)

    monkeypatch.setattr(mining, "puzzles_of", puzzles_of)


def clue() -> Puzzle:
    """One that is answered by a clue."""
    return next(one for one in puzzles() if next(iter(one.costs))[0] == "c")


@pytest.mark.slow
def test_a_stopped_search_for_puzzles_resumes_to_the_same_puzzles(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found_quickly(monkeypatch)
    whole = mining.mine([str(FILE)], "s", tmp_path / "whole", 20)

    def stop(done: int, *_: object) -> None:
        if done == 7:
            raise Stopped

    with pytest.raises(Stopped):
        mining.mine([str(FILE)], "s", tmp_path / "parts", 20, stop)
    asked: list[int] = []
    parts = mining.mine(
        [str(FILE)], "s", tmp_path / "parts", 20, lambda done, *_: asked.append(done)
    )
    assert parts == whole
    assert asked[0] == 8


@pytest.mark.slow
def test_mining_by_another_seed_starts_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found_quickly(monkeypatch)
    mining.mine([str(FILE)], "s", tmp_path, 10)
    asked: list[int] = []
    mining.mine([str(FILE)], "t", tmp_path, 3, lambda done, *_: asked.append(done))
    assert asked == [1, 2, 3]


def test_a_damaged_file_is_refused_with_a_message(tmp_path: Path) -> None:
    (tmp_path / mining.FILE).write_text("{")
    for games, words in ((FILE, "holds no puzzles"), (tmp_path / mining.FILE, "not JSON")):
        with pytest.raises(ValueError, match=words):
            mining.mine([str(games)], "s", tmp_path, 3)


def test_at_most_one_puzzle_a_game_is_chosen_and_equally_many_of_each_level() -> None:
    some = [
        msgspec.structs.replace(clue(), game=f"{number % 30}", found=found)
        for number, found in enumerate([0.8, 0.4, 0.1] * 30)
    ]
    taken = mining.chosen(some, 12)
    assert len({one.game for one in taken}) == 12
    assert [one.level for one in taken] == [level for level in list(LEVELS)[1:] for _ in range(4)]
    assert mining.chosen(list(reversed(some)), 12) == taken
    assert len(mining.chosen(some, 1000)) == 90


def test_certain_plays_that_a_person_missed_complete_the_set_of_puzzles() -> None:
    certain = next(one for one in puzzles() if mining._deduced(one))
    other = next(move for move in certain.costs if move not in certain.right)
    best = next(iter(certain.costs))
    some = [msgspec.structs.replace(certain, game="a", made=best)]
    some += [msgspec.structs.replace(certain, game=game, made=other) for game in "bc"]
    some += [msgspec.structs.replace(clue(), game=game) for game in "de"]
    assert {one.game for one in mining.chosen(some, 3)} >= {"d", "e"}
    assert {one.game for one in mining.chosen(some, 9)} == set("bcde")


def test_the_last_move_of_a_game_makes_no_missed_puzzle() -> None:
    certain = next(one for one in puzzles() if mining._deduced(one))
    other = next(move for move in certain.costs if move not in certain.right)
    game = play(["rules:outer", "rules:outer"], 3)
    assert game.view(0).turns_left == 0
    moves = [event.move.text(game.rules) for event in game.view(0).history]
    deck = deck_text(game.rules, game.deck)
    for left, missed in ((1, False), (2, True)):
        before = " ".join(moves[:-left])
        late = msgspec.structs.replace(certain, players=2, deck=deck, moves=before, made=other)
        assert late.view.turns_left == left
        assert mining._missed(late) == missed


def test_judges_are_averaged_over_the_moves_that_all_of_them_tried() -> None:
    one, other = puzzles()[0].view.legal_moves()[:2]
    assert mining._mean([{one: 1.0, other: 9.0}, {one: 2.0}]) == {one: 1.5}


def test_puzzles_are_sorted_by_the_least_certain_judge() -> None:
    leads = ([9.0, 0.1], [0.5, 0.5], [0.6, 0.5])
    some = [msgspec.structs.replace(puzzles()[0], game=f"{each}", leads=each) for each in leads]
    assert sorted(some, key=mining._clearest) == [some[2], some[1], some[0]]


def test_choosing_among_useless_cards_or_avoiding_an_instant_loss_is_no_puzzle() -> None:
    discard = next(one for one in puzzles() if next(iter(one.costs))[0] == "d")
    best = next(iter(discard.costs))
    assert mining.is_clear(discard)
    lost = dict.fromkeys(discard.costs, discard.best) | {best: 0.0}
    assert not mining.is_clear(msgspec.structs.replace(discard, costs=lost))
    same = [move for move in discard.costs if discard.is_best_idea(move)]
    if len(same) > 1:
        dear = discard.costs | {same[1]: 1.0}
        assert not mining.is_clear(msgspec.structs.replace(discard, costs=dear))


@pytest.mark.long
def test_a_card_clued_just_before_makes_no_puzzle() -> None:
    """A card that was just clued may be asked for: not to play it is the answer nowhere."""
    clued = 0
    for puzzle in puzzles():
        assert mining.is_clear(puzzle)
        clue, hand = puzzle.position.history[-1], odds(puzzle.view)
        if clue.target != puzzle.seat:
            continue
        for slot in clue.touched:
            card = hand[slot]
            if card and 0 < card.playable < 1:
                clued += 1
                asked = {f"p{slot}" for slot in clue.touched}
                assert asked & puzzle.right
                other = next(move for move in puzzle.costs if move not in asked)
                costs = {other: 0.0} | {one: puzzle.costs[one] + 1 for one in asked & puzzle.right}
                assert not mining.is_clear(msgspec.structs.replace(puzzle, costs=costs))
    assert clued


def judged(
    monkeypatch: pytest.MonkeyPatch, first: float, second: float, *look: float
) -> Puzzle | None:
    """A position whose best idea leads by so much at each look; at the last one by judge."""
    puzzle = puzzles()[0]
    rules = puzzle.view.rules
    best = idea(puzzle.view, Move.parse(next(iter(puzzle.costs)), rules))
    by_judge = look * len(JUDGES) if len(look) == 1 else look

    def values(view: View, judge: str, setting: Any, seed: str) -> Values:
        last = by_judge[JUDGES.index(judge)]
        gap = {FIRST: first, SECOND: second, LOOK: last}[setting]
        moves = [Move.parse(text, rules) for text in puzzle.costs]
        return {move: 20.0 if idea(view, move) == best else 20.0 - gap for move in moves}

    monkeypatch.setattr(mining, "values", values)
    monkeypatch.setattr(mining, "share_solving", lambda *_: 0.25)
    monkeypatch.setattr(mining, "keeps_the_points", lambda *_: True)
    return mining._puzzle(puzzle.position, Move.parse(puzzle.made, rules), "a game", "seed")


@pytest.mark.parametrize(
    ("first", "second", "look"),
    [(0.125, 1, [1]), (1, 0.1875, [1]), (1, 1, [0.375]), (1, 1, [0.0625, 1, 1, 1, 1])],
)
def test_a_position_that_one_look_finds_unclear_is_no_puzzle(
    monkeypatch: pytest.MonkeyPatch, first: float, second: float, look: list[float]
) -> None:
    assert judged(monkeypatch, first, second, *look) is None


def test_a_position_that_every_look_finds_clear_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    found = judged(monkeypatch, 0.25, 0.25, 0.4375)
    assert (found.leads, found.best, found.found) == ([0.44] * len(JUDGES), 20.0, 0.25)
    assert set(found.costs.values()) == {0.0, 0.44}
    found = judged(monkeypatch, 1, 1, 0.125, 1, 1, 1, 1)
    assert found.leads == [0.12, 1, 1, 1, 1]


def test_written_puzzles_are_read_unchanged(tmp_path: Path) -> None:
    write_rows(tmp_path / "puzzles.json", puzzles()[:3])
    assert tuple(read_rows(tmp_path / "puzzles.json", Puzzle)) == puzzles()[:3]


@pytest.mark.long
def test_the_answers_of_shipped_puzzles_are_confirmed_by_a_fresh_search() -> None:
    for puzzle in puzzles()[:: len(puzzles()) // 3]:
        leads = mining.checked(puzzle, "another seed")
        assert len(leads) == len(JUDGES)
        assert fmean(leads) > mining.LEAD / 2


def test_an_idea_without_an_alternative_has_a_lead_of_0() -> None:
    view = puzzles()[0].view
    moves = [Move.parse(text, view.rules) for text in puzzles()[0].costs]
    assert judging.lead(view, {moves[0]: 3.0}, idea(view, moves[0])) == 0.0
    assert judging.lead(view, {moves[0]: 3.0}, "another idea") == 0.0
