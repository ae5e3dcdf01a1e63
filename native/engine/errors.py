"""The exceptions of the core, each with a message for the user."""

from native._core import lib


class HanabiError(ValueError):
    """Base class of the core's errors: the request is not possible in Hanabi or by the rules of the
    game. The message can be shown to users.
    """


class BadRules(HanabiError):
    """Raised if no game can be played with these rules, or if a computation does not support
    them.
    """


class BadDeck(HanabiError):
    """Raised if the deck does not hold the copies that the rules require."""


class BadMove(HanabiError):
    """Raised if a text or number does not name a move of the rules, legal now or not."""


class IllegalMove(HanabiError):
    """Raised if a move is not legal now.

    `reason` is a code for programs, such as `game_over`; the message is for people.
    """

    def __init__(self, reason: str, words: str) -> None:
        super().__init__(words)
        self.reason = reason


REFUSALS = {
    lib.HL_GAME_OVER: ("game_over", "The game is over."),
    lib.HL_NO_SUCH_MOVE: ("no_such_move", "There is no such move under these rules."),
    lib.HL_EMPTY_SLOT: ("empty_slot", "There is no card in that slot."),
    lib.HL_NO_TOKENS: ("no_clue_tokens", "A clue needs a clue token, and none is left."),
    lib.HL_TOKENS_FULL: ("tokens_full", "Discarding is not allowed with all clue tokens."),
    lib.HL_EMPTY_CLUE: ("empty_clue", "A clue must touch at least one card."),
    lib.HL_NOT_YOUR_TURN: ("not_your_turn", "It is another seat's turn."),
}


def refuse_move(code: int) -> None:
    """Raise IllegalMove if `code`, the result of a C function that applies a move, is an error."""
    if code != lib.HL_OK:
        raise IllegalMove(*REFUSALS[code])
