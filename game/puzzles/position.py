"""A puzzle on the board of a table: what the seat to move sees, now and at every turn before, and
what it answers."""

from __future__ import annotations

import msgspec

from game import protocol as p
from game.board import words
from game.board.perspective import frames
from game.board.viewpoint import Viewpoint
from game.models import Move as MoveRow
from game.models import Seating, Table
from game.puzzles.puzzle import Puzzle
from game.tables.clues import clue_value
from game.tables.state import TableState, playback_of
from native import BadMove, Move, MoveKind

YOU, MATES = "You", ("Robin", "Sam", "Kim", "Alex", "Jo")


def names(puzzle: Puzzle) -> list[str]:
    """By seat; the solver is “You”."""
    mates = iter(MATES)
    return [YOU if seat == puzzle.seat else next(mates) for seat in range(puzzle.players)]


def shown(puzzle: Puzzle, *, answered: bool) -> p.Frame:
    """The table with its whole log. Before the answer it is what the seat may know, and nothing
    else; afterwards all hands are open."""
    told = frames(_state(puzzle), Viewpoint(puzzle.seat, open=answered))
    last = told[-1]
    last.log = [_to_you(entry) for one in told for entry in one.log]
    if answered:
        last.legal = None
    return last


def turns(puzzle: Puzzle) -> bytes:
    """The table after 0, 1, 2 … moves as the seat saw it, as JSON."""
    told = frames(_state(puzzle), Viewpoint(puzzle.seat, open=False))
    for one in told:
        one.log = [_to_you(entry) for entry in one.log]
    return msgspec.json.encode({"frames": told})


def act(puzzle: Puzzle, move: Move) -> str:
    """A move as the page sends it: “play 14” and “discard 3” by draw number, “clue 1 r”."""
    if move.is_clue:
        return f"clue {_target(puzzle, move)} {clue_value(puzzle.position.rules, move)}"
    assert move.slot is not None
    return f"{move.kind.name.lower()} {puzzle.position.order(puzzle.seat, move.slot)}"


def read_act(puzzle: Puzzle, text: str) -> Move:
    """The move that the page sent. Raises BadMove, in words, for one that cannot be made."""
    for move in puzzle.view.legal_moves():
        if act(puzzle, move) == text:
            return move
    raise BadMove("That move cannot be made here. Choose one of your cards, or a clue.")


def name(puzzle: Puzzle, move: Move) -> str:
    """“Clue red to Robin”, “Play slot 2”."""
    if move.is_clue:
        value = words.clue_name(puzzle.position.rules, clue_value(puzzle.position.rules, move))
        return f"Clue {value} to {names(puzzle)[_target(puzzle, move)]}"
    assert move.slot is not None
    slot = puzzle.position.position(puzzle.seat, move.slot)
    return f"{'Play' if move.kind is MoveKind.PLAY else 'Discard'} slot {slot}"


def _target(puzzle: Puzzle, move: Move) -> int:
    assert move.target is not None
    return (puzzle.seat + move.target) % puzzle.players


def _state(puzzle: Puzzle) -> TableState:
    """The game on a table that is not saved."""
    moves = puzzle.moves.split()
    table = Table(
        slug="puzzle",
        status=Table.Status.RUNNING,
        players=puzzle.players,
        deck=puzzle.deck,
        version=len(moves),
    )
    rows = [
        MoveRow(turn=turn, seat=(turn - 1) % puzzle.players, text=text, version=turn)
        for turn, text in enumerate(moves, start=1)
    ]
    seats = [
        Seating(index=seat, kind=Seating.Kind.AGENT, name=name)
        for seat, name in enumerate(names(puzzle))
    ]
    return TableState(table, seats, rows, [], playback_of(table, rows))


def _to_you(entry: p.LogEntry) -> p.LogEntry:
    return msgspec.structs.replace(entry, text=words.to_you(entry.text))
