"""Show a puzzle or drill on the board of a table, as frames (board states) from the solver's seat,
and read and write moves in the notation of the page's forms.
"""

import msgspec

from game import protocol as p
from game.board import moves, words
from game.board.perspective import frames
from game.board.viewpoint import Viewpoint
from game.models import Seating, Table
from game.puzzles.puzzle import Posed
from game.tables.state import TableState, unsaved
from native import BadMove, Move


def shown(puzzle: Posed, *, answered: bool) -> p.Frame:
    """Return the frame (the board's state) at a puzzle's or drill's position, with the log of all
    moves before it.

    Unless `answered`, it shows only what the solver's seat may know; otherwise all hands are open
    and no move can be made.
    """
    told = frames(_state(puzzle, answered), Viewpoint(puzzle.seat, open=answered))
    last = told[-1]
    last.log = [_to_you(entry) for one in told for entry in one.log]
    if answered:
        last.legal = None
    return last


def turns(puzzle: Posed) -> bytes:
    """Return as JSON, `{"frames": […]}`, the board after 0, 1, 2, … moves up to the position of a
    puzzle or drill, each as the solver's seat saw it.
    """
    told = frames(_state(puzzle, answered=False), Viewpoint(puzzle.seat, open=False))
    for one in told:
        one.log = [_to_you(entry) for entry in one.log]
    return msgspec.json.encode({"frames": told})


def act(puzzle: Posed, move: Move) -> str:
    """Return a move in the notation of the page's forms: “play 14” with the card's draw number, or
    “clue 1 r” with the clued seat and the clue.
    """
    kind, fields = moves.sent(puzzle.view, move)
    return " ".join([kind, *map(str, fields.values())])


def read_act(puzzle: Posed, text: str) -> Move:
    """Parse a move in the notation of the page's forms, such as “play 14” or “clue 1 r” (see
    `act`). Raise BadMove if it is not legal in the puzzle's position.
    """
    for move in puzzle.view.legal_moves():
        if act(puzzle, move) == text:
            return move
    raise BadMove("That move cannot be made here. Choose one of your cards, or a clue.")


def name(puzzle: Posed, move: Move) -> str:
    """Return a move's name, such as “Clue red to Robin” or “Play slot 2”."""
    return moves.name(puzzle.view, move, puzzle.names)


def _state(puzzle: Posed, answered: bool) -> TableState:
    """Return the game on an unsaved table. If the partner follows conventions, the board shows the
    meaning of clues only after the answer.
    """
    reasons = Table.Reasons.AFTER if puzzle.partner and not answered else Table.Reasons.LIVE
    seats = [
        Seating(
            index=seat,
            kind=Seating.Kind.PERSON if seat == puzzle.seat else Seating.Kind.AGENT,
            name=name,
            address="" if seat == puzzle.seat else puzzle.partner,
        )
        for seat, name in enumerate(puzzle.names)
    ]
    return unsaved(puzzle.position, seats, slug="puzzle", reasons=reasons)


def _to_you(entry: p.LogEntry) -> p.LogEntry:
    return msgspec.structs.replace(entry, text=words.to_you(entry.text))
