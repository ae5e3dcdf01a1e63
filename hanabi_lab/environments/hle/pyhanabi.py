"""The names of `pyhanabi`, in one place as there."""

from hanabi_lab.environments.hle.cards import (
    COLOR_CHAR,
    HanabiCard,
    HanabiCardKnowledge,
    color_char_to_idx,
    color_idx_to_char,
)
from hanabi_lab.environments.hle.game import AgentObservationType, HanabiGame
from hanabi_lab.environments.hle.moves import (
    CHANCE_PLAYER_ID,
    HanabiHistoryItem,
    HanabiMove,
    HanabiMoveType,
)
from hanabi_lab.environments.hle.observation import (
    HanabiObservation,
    ObservationEncoder,
    ObservationEncoderType,
)
from hanabi_lab.environments.hle.state import HanabiEndOfGameType, HanabiState

__all__ = [
    "CHANCE_PLAYER_ID",
    "COLOR_CHAR",
    "AgentObservationType",
    "HanabiCard",
    "HanabiCardKnowledge",
    "HanabiEndOfGameType",
    "HanabiGame",
    "HanabiHistoryItem",
    "HanabiMove",
    "HanabiMoveType",
    "HanabiObservation",
    "HanabiState",
    "ObservationEncoder",
    "ObservationEncoderType",
    "cdef_loaded",
    "color_char_to_idx",
    "color_idx_to_char",
    "lib_loaded",
    "try_cdef",
    "try_load",
]


def try_cdef(*_args: object, **_options: object) -> bool:
    """There is nothing to load: our core is part of the program."""
    return True


def try_load(*_args: object, **_options: object) -> bool:
    """There is nothing to load: our core is part of the program."""
    return True


def cdef_loaded() -> bool:
    return True


def lib_loaded() -> bool:
    return True
