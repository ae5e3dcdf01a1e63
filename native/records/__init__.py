"""Read, replay and write games recorded by other programs."""

from native.records.loading import RefusedGame, load, readable
from native.records.record import Action, ActionKind, BadRecord, Record, record_of
from native.records.replay import READINGS, Replayed, RulesReading, replay
