"""Records of games from elsewhere: read, replayed on the engine, written."""

from native.records.load import Refused, load
from native.records.readings import READINGS, Reading
from native.records.record import Action, ActionKind, BadRecord, Record
from native.records.recorder import record_of
from native.records.replay import Replayed, replay

__all__ = [
    "READINGS",
    "Action",
    "ActionKind",
    "BadRecord",
    "Reading",
    "Record",
    "Refused",
    "Replayed",
    "load",
    "record_of",
    "replay",
]
