"""What the core refuses, in words."""

from native._core import lib


class HanabiError(ValueError):
    """Something was asked that Hanabi, or these rules, do not allow."""


class BadRules(HanabiError):
    """No game can be played by these parameters."""


class BadDeck(HanabiError):
    """The deck does not hold the copies that the rules ask for."""


class BadMove(HanabiError):
    """This text or number is no move."""


class IllegalMove(HanabiError):
    """The move may not be made now; `reason` is its short name, fit for a protocol."""

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


def refuse_move(code: int) -> IllegalMove:
    """The exception for one of the core's move refusals."""
    return IllegalMove(*REFUSALS[code])
