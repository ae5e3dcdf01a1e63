"""Reads games in our own notation."""

from native.engine.notation import BadNotation, read_game
from native.records.record import BadRecord, Record
from native.records.recorder import record_of


def read(data: bytes, source: str) -> Record:
    """The game of one line. Raises BadRecord."""
    try:
        game = read_game(data.decode("ascii"))
    except UnicodeDecodeError as error:
        raise BadRecord(f"at character {error.start + 1}: not a letter of the notation") from None
    except BadNotation as error:
        raise BadRecord(str(error)) from None
    return record_of(game, source=source)
