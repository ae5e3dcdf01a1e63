"""Check the rules against rule vectors: recorded games with the answer of every rule of the
published Java program (fireworks) at every turn.

A file has one JSON object per line: `deck` (colour letter of RBGOW and rank, in draw order),
`moves` (`P0`, `D3`, `CR`, `V5`, clues go to the other player) and `rules` (105 answers per turn:
`-` does not fire, `X` throws, `!...` is illegal, else the move, or every move of a random rule
joined by `|`). The final `score` (cards played) is optional, and compared if present.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from native.engine.errors import HanabiError
from native.engine.game import Game
from native.engine.rules import Move, MoveKind, Rules
from native.records.files import documents, refusals
from native.records.record import BadRecord
from native.rulebase.rulelist import Silence, answers
from native.rulebase.table import PUBLISHED, Rule

COLOURS = "RBGOW"
RULES = Rules(2, suits=COLOURS.lower())
SILENCE = {Silence.SILENT: "-", Silence.THROWN: "X", Silence.ILLEGAL: "!"}
LETTERS = {MoveKind.DISCARD: "D", MoveKind.PLAY: "P", MoveKind.RANK: "V"}


def _text(move: Move) -> str:
    if move.kind is MoveKind.COLOUR:
        return f"C{COLOURS[move.value or 0]}"
    return f"{LETTERS[move.kind]}{move.value if move.slot is None else move.slot}"


CARDS = {f"{COLOURS[card.suit]}{card.rank}": card for card in RULES.cards}
MOVES = {_text(move): move for move in (Move.from_id(RULES, i) for i in range(RULES.move_count))}
TEXTS = list(MOVES)


@dataclass(frozen=True)
class Mismatch:
    """A rule's answer (`answered`) that differs from the recorded one of the published Java program
    (`expected`), at turn `turn` of the game in line `line` of the file.

    Both answers are text as in the file, with the moves of a random rule sorted and `!` alone for
    an illegal one.
    """

    line: int
    turn: int
    rule: Rule
    expected: str
    answered: str


@dataclass(frozen=True)
class VectorTurn:
    """The check of one turn of a recorded game: in `outputs` the number of rules whose answers were
    compared with the recorded ones, and in `mismatches` the answers that differ.
    """

    outputs: int
    mismatches: list[Mismatch]


def check(path: str) -> Iterator[VectorTurn]:
    """Compare every rule's answer with the recorded one in the file of rule vectors at `path`, and
    yield the result of each turn.

    The path `-` is standard input; gzip is unpacked. Raises BadRecord if the file has no valid rule
    vectors.
    """
    empty = True
    for document in documents(path):
        with refusals():
            for number, line in enumerate(document.stream, start=1):
                yield from _check_game(number, line)
                empty = False
    if empty:
        raise BadRecord("no rule vectors in it")


def _check_game(number: int, line: bytes) -> Iterator[VectorTurn]:
    try:
        game, moves, rows, score = _parse(json.loads(line))
        for turn, (move, row) in enumerate(zip(moves, rows, strict=True)):
            yield _check_turn(number, turn, game, row)
            game.play(MOVES[move])
        if score not in (None, game.score):
            raise ValueError(f"the game is recorded with {score} points, and has {game.score}")
    except KeyError as error:
        raise BadRecord(f"line {number}: {error} is missing or unknown") from None
    except json.JSONDecodeError:
        raise BadRecord(f"line {number}: not a JSON object") from None
    except (HanabiError, ValueError, RecursionError) as error:
        raise BadRecord(f"line {number}: {error}") from None


def _parse(record: Any) -> tuple[Game, list[str], list[list[str]], object]:
    """Return the content of one line of a file of rule vectors: the game before its first turn, its
    moves, the rules' answers of each turn (all as text), and the score or None.

    Raises ValueError, KeyError or HanabiError if the line is not valid.
    """
    if not isinstance(record, dict):
        raise ValueError("not a JSON object")
    deck, moves, rows = record["deck"], record["moves"], record["rules"]
    texts = [deck, moves, *rows] if isinstance(rows, list) else [None]
    if not all(isinstance(text, str) for text in texts):
        raise ValueError("deck, moves and each of the list of rules must be text")
    split, played = [row.split() for row in rows], moves.split()
    for turn, row in enumerate(split):
        if len(row) != len(PUBLISHED):
            raise ValueError(f"turn {turn} has {len(row)} answers, not {len(PUBLISHED)}")
    if len(split) != len(played):
        raise ValueError(f"{len(played)} moves were made, and {len(split)} have answers")
    game = Game(RULES, deck=[CARDS[text] for text in deck.split()])
    return game, played, split, record.get("score")


def _check_turn(line: int, turn: int, game: Game, row: list[str]) -> VectorTurn:
    view = game.view(turn % 2)
    mismatches = []
    for rule, recorded in zip(PUBLISHED, row, strict=True):
        answered, expected = _answer_text(answers(view, rule)), _normal(recorded)
        if answered != expected:
            mismatches.append(Mismatch(line, turn, rule, expected, answered))
    return VectorTurn(len(row), mismatches)


def _answer_text(answer: frozenset[int] | Silence) -> str:
    if isinstance(answer, Silence):
        return SILENCE[answer]
    return "|".join(sorted(TEXTS[move] for move in answer))


def _normal(recorded: str) -> str:
    """Return a recorded answer in the form of `Mismatch.expected`: moves sorted, `!` alone for an
    illegal one.
    """
    return "!" if recorded.startswith("!") else "|".join(sorted(recorded.split("|")))
