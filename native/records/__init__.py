"""Records of games from other programs: reading, replaying on the engine, and writing them."""

from native.records.loading import RefusedGame, load
from native.records.record import Action, ActionKind, BadRecord, Record, record_of
from native.records.replay import READINGS, Replayed, RulesReading, replay

__all__ = [
    "READINGS",
    "Action",
    "ActionKind",
    "BadRecord",
    "Record",
    "RefusedGame",
    "Replayed",
    "RulesReading",
    "load",
    "record_of",
    "replay",
]
