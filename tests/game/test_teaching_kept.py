"""What the lesson, the pictures, the glossary and the puzzles tell, to the last word."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.board.terms import SECTIONS, by_form, figures
from game.learn.first_game import DECK, MOVES, STEPS
from game.learn.lesson import lesson
from game.learn.pictures import hand
from game.learn.showcase import showcase
from game.puzzles.explanation import about, situation
from game.puzzles.position import act, name, names
from game.puzzles.puzzle import LEVELS, Puzzle, puzzles
from game.replays.empathy_examples import EXAMPLES, worked_out
from native import Move
from tests.kept import as_text, digest_of_text, same_as_kept

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_what_is_learnt() -> None:
    """The script of the first game, the pictures of the rules, the glossary, the examples."""
    taught = {
        "deck": DECK,
        "moves": " ".join(MOVES),
        "steps": {f"{number}": step for number, step in enumerate(STEPS)},
        "lesson": digest_of_text(json.loads(lesson())),
        "lesson's steps": digest_of_text(json.loads(lesson())["steps"]),
        "showcase": digest_of_text(json.loads(showcase())),
        "picture": hand(2, 0)[3],
        "pictures": [digest_of_text(hand(turn, seat)) for turn in (0, 1, 2) for seat in (0, 1)],
        "figures": figures(),
        "forms": {form: term.name for form, term in by_form().items()},
        "terms": {term.name: term for _, terms in SECTIONS for term in terms},
        "sections": [title for title, _ in SECTIONS],
        "examples": {example.title: example for example in EXAMPLES},
        "worked out": {
            f"{example.title} {group}": digest_of_text(worked_out(example, group))
            for example in EXAMPLES
            for group in ([0], [1], [0, 1])
        },
    }
    assert same_as_kept("game/taught", as_text(taught))


def explained(puzzle: Puzzle) -> dict[str, Any]:
    rules = puzzle.position.rules
    moves = [Move.parse(text, rules) for text in puzzle.costs]
    return {
        "situation": situation(puzzle),
        "names": names(puzzle),
        "level": puzzle.level,
        "right": sorted(puzzle.right),
        "moves": {name(puzzle, one): [act(puzzle, one), about(puzzle, one)] for one in moves},
    }


@pytest.mark.long
def test_what_puzzles_say() -> None:
    """Of some, every word; of more, a digest."""
    every = {f"{number}": explained(one) for number, one in list(enumerate(puzzles(), 1))[::3]}
    some = {number: every[number] for number in list(every)[::5]}
    assert same_as_kept(
        "game/puzzles", as_text({"levels": LEVELS, "some": some, "all": list(every.values())})
    )
