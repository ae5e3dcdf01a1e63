"""The reasons for refusing a change, each with a name for programs and a sentence for people."""

from enum import StrEnum


class Refusal(StrEnum):
    """The reason why a change was refused."""

    GARBAGE = "garbage"
    TOO_LONG = "too_long"
    TOO_FAST = "too_fast"
    TOO_MANY = "too_many"
    NO_TABLE = "no_table"
    NOT_STARTED = "not_started"
    ALREADY_STARTED = "already_started"
    GAME_OVER = "game_over"
    NOT_SEATED = "not_seated"
    NOT_ALLOWED = "not_allowed"
    SEAT_TAKEN = "seat_taken"
    SEATS_EMPTY = "seats_empty"
    STALE_VERSION = "stale_version"
    NOT_YOUR_TURN = "not_your_turn"
    NO_SUCH_CARD = "no_such_card"
    NO_SUCH_CLUE = "no_such_clue"
    ILLEGAL_MOVE = "illegal_move"
    NO_SUCH_AGENT = "no_such_agent"


SENTENCES = {
    Refusal.GARBAGE: "The table did not understand that message.",
    Refusal.TOO_LONG: "That message is too long.",
    Refusal.TOO_FAST: "Too many messages at once; wait a moment.",
    Refusal.TOO_MANY: "Too many windows are open.",
    Refusal.NO_TABLE: "There is no such table.",
    Refusal.NOT_STARTED: "The game has not started yet.",
    Refusal.ALREADY_STARTED: "The game has already started.",
    Refusal.GAME_OVER: "The game is over.",
    Refusal.NOT_SEATED: "You do not sit at this table.",
    Refusal.NOT_ALLOWED: "Only the people at this table may do that.",
    Refusal.SEAT_TAKEN: "Somebody sits there already.",
    Refusal.SEATS_EMPTY: "There are still empty seats.",
    Refusal.STALE_VERSION: "The table has moved on since; look again.",
    Refusal.NOT_YOUR_TURN: "It is not your turn.",
    Refusal.NO_SUCH_CARD: "That card is not in your hand.",
    Refusal.NO_SUCH_CLUE: "There is no such clue at this table.",
    Refusal.ILLEGAL_MOVE: "That move is not allowed now.",
    Refusal.NO_SUCH_AGENT: "There is no such agent.",
}


class Refused(Exception):
    """A refused change. It is raised before anything is changed."""

    def __init__(self, reason: Refusal, text: str = "") -> None:
        self.reason = reason
        self.text = text or SENTENCES[reason]
        super().__init__(self.text)
