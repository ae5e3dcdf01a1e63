"""The log of a table: a sentence for each move, and the events between moves."""

from game import protocol as p
from game.board import moves, words
from game.models import Move as MoveRow
from game.models import Table
from game.tables.state import TableState
from game.tables.trust import sentence
from native import Event, Game


def entries(state: TableState, open_hands: bool, since: int = 0) -> list[p.LogEntry]:
    """Return the lines of a table's log that were added at its version `since` or later, oldest
    first.

    With `open_hands`, the agents' reasons include what they saw. Otherwise they contain only
    common knowledge, and are left out if the table shows reasons only after the game. Reasons of
    agents whose identity is hidden are always left out, because they would identify the agent.
    """
    lines = [
        p.LogEntry(n=note.version, turn=note.turn, kind="note", text=note.text)
        for note in state.notes
        if note.version >= since
    ]
    if state.playback is not None:
        before = state.playback.positions[:-1]
        for row, position, event in zip(state.moves, before, state.playback.events, strict=True):
            if row.version >= since:
                lines.append(_line(state, position, event, row, open_hands))
    return sorted(lines, key=lambda line: line.n)


def _line(
    state: TableState, before: Game, event: Event, row: MoveRow, open_hands: bool
) -> p.LogEntry:
    """Return the log line of one move, given the position `before` it, its `event` and its
    database row.
    """
    rules, mover = before.rules, state.seat_at(event.seat, row.turn - 1)
    return p.LogEntry(
        n=row.version,
        turn=row.turn,
        kind=moves.kind(event.move),
        text=words.move_sentence(before, event, state.names_at(row.turn - 1)),
        seat=event.seat,
        card=event.card.text(rules.suits) if event.card else None,
        order=event.order,
        success=event.success if event.card else None,
        target=event.target,
        value=event.move.clue_value(rules) if event.move.is_clue else None,
        touches=list(event.touched_orders),
        why=None if mover.blind else _why(state, row, open_hands),
        how=row.data.get("how") or None if open_hands and not mover.blind else None,
    )


def _why(state: TableState, row: MoveRow, open_hands: bool) -> str | None:
    if not (open_hands or state.table.reasons == Table.Reasons.LIVE):
        return None
    said = row.detail or row.why if open_hands else row.why
    if open_hands or state.table.reads_live:
        said = f"{sentence(state, row)} {said}".strip()
    return words.with_names(said, state.names_at(row.turn - 1)) or None
