"""The coach: what moves cost by what their players could know, and whose mistake a loss was."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from game.replays.coach import LEAST, Verdict, judge
from native import Card, Game, Move, Rules
from native.records import record_of
from native.records.hanab_live import write
from tests.native.twins import twin

UNSAVED = "b2 r3 y3 g4 b4 b2 r4 y4 g3 r2"
TALKING = ["c14", "d0", "c14", "c13", "c14", "c13", "c14", "c13", "c14", "c13", "d0"]
"""The second seat discards one b2 and spends the tokens on useless clues. So the first must discard
its oldest card, the last b2."""


def game_of(first: str, *moves: str) -> Game:
    """A game of two whose deck begins with these cards, the first seat's hand first."""
    rules = Rules.standard(2)
    cards = [Card.parse(card, rules.suits) for card in first.split()]
    rest = list(Game(rules, seed="coach").deck)
    for card in cards:
        rest.remove(card)
    game = Game(rules, deck=[*cards, *rest])
    for move in moves:
        game.play(Move.parse(move, rules))
    return game


@pytest.fixture(scope="module")
def unsaved() -> Verdict:
    return judge(game_of(UNSAVED, *TALKING))


@pytest.mark.long
def test_who_discards_a_last_copy_that_nobody_saved_is_not_to_blame(unsaved: Verdict) -> None:
    discard = unsaved.moves[10]
    assert unsaved.lost == {11: 4}
    assert not discard.sure
    assert discard.loss < LEAST
    assert discard.whose is not None
    blamed = unsaved.moves[discard.whose - 1]
    assert blamed.seat == 1
    assert blamed.sure
    assert blamed.loss > 2 * blamed.error
    assert blamed.best != blamed.move


@pytest.mark.long
def test_a_verdict_changes_with_no_card_that_the_player_could_not_see() -> None:
    game = game_of(UNSAVED, *TALKING[:3])
    other = twin(game, 0, Random("coach"))
    assert other.deck != game.deck
    for mine, same in zip(judge(game).moves[::2], judge(other).moves[::2], strict=True):
        assert (mine.move, mine.loss, mine.best) == (same.move, same.loss, same.best)


@pytest.mark.long
def test_the_unfinished_verdict_has_every_move() -> None:
    said: list[int] = []
    judge(game_of(UNSAVED, "c14", "d4"), say=lambda one: said.append(len(one.moves) - one.done))
    assert set(said) == {2}


def coach(*arguments: object) -> str:
    out = StringIO()
    call_command("coach", *map(str, arguments), stdout=out, stderr=out)
    return out.getvalue()


@pytest.mark.long
def test_the_command_prints_each_move_of_a_hanab_live_game(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    record = record_of(game_of(UNSAVED, *TALKING), ["Ana", "Bo"])
    file.write_text(json.dumps(write(record)))

    facts = json.loads(coach(file, "--json"))

    assert [one["turn"] for one in facts["moves"]] == list(range(1, 12))
    last = facts["moves"][-1]
    assert (last["seat"], last["move"], last["mistake"]) == (0, "d0", False)
    assert last["lost_with_all_cards_open"] == 4
    assert last["whose"]["seat"] == 1
    assert all(one["error"] >= 0 for one in facts["moves"])
    assert "with all cards open 4 lost, by seat 2" in coach(file)


def test_the_command_says_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no file"):
        coach(tmp_path / "none.json")
    (tmp_path / "text.json").write_text("hello")
    with pytest.raises(CommandError, match="Could not judge 1 of 1 games"):
        coach(tmp_path / "text.json")
