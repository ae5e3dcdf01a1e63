"""The reasons for refusing a change, each with a name for programs and a sentence for people."""

from enum import StrEnum

from django.core.exceptions import PermissionDenied


class Refusal(StrEnum):
    """The reason for refusing a change: a string for programs, such as “stale_version”, with a
    `sentence` for people.
    """

    sentence: str
    """The reason as a sentence for people."""

    def __new__(cls, name: str, sentence: str) -> "Refusal":
        """Return the refusal with this name and sentence."""
        refusal = str.__new__(cls, name)
        refusal._value_, refusal.sentence = name, sentence
        return refusal

    GARBAGE = "garbage", "The table did not understand that message."
    TOO_LONG = "too_long", "That message is too long."
    TOO_FAST = "too_fast", "Too many messages at once; wait a moment."
    TOO_MANY = "too_many", "Too many windows are open."
    NO_TABLE = "no_table", "There is no such table."
    NOT_STARTED = "not_started", "The game has not started yet."
    ALREADY_STARTED = "already_started", "The game has already started."
    GAME_OVER = "game_over", "The game is over."
    NOT_SEATED = "not_seated", "You do not sit at this table."
    NOT_ALLOWED = "not_allowed", "Only the people at this table may do that."
    SEAT_TAKEN = "seat_taken", "Somebody sits there already."
    STALE_VERSION = "stale_version", "The table has moved on since; look again."
    NOT_YOUR_TURN = "not_your_turn", "It is not your turn."
    NO_SUCH_CARD = "no_such_card", "That card is not in your hand."
    NO_SUCH_CLUE = "no_such_clue", "There is no such clue at this table."
    ILLEGAL_MOVE = "illegal_move", "That move is not allowed now."
    NO_SUCH_AGENT = "no_such_agent", "There is no such agent."


class Refused(Exception):
    """Raised if a change is refused, before anything is changed. `reason` is the Refusal, `text` a
    sentence for people.
    """

    def __init__(self, reason: Refusal, text: str = "") -> None:
        self.reason = reason
        self.text = text or reason.sentence
        super().__init__(self.text)


class ForOthers(PermissionDenied):
    """Raised for a page that only some people may see. Its error page offers a visitor without an
    account to log in; that of other refusals does not, as logging in would not help.
    """
