"""One recorded game, whatever file it came from: the rules, the deck and what the players did."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from native.engine.cards import Card
from native.engine.errors import HanabiError
from native.engine.rules import Rules


class BadRecord(HanabiError):
    """A file or a game in it that cannot be read; the text says what is wrong and where."""


class ActionKind(IntEnum):
    """What a player did, with the numbers that hanab.live writes."""

    PLAY = 0
    DISCARD = 1
    COLOUR = 2
    RANK = 3
    GIVE_UP = 4


class Action(NamedTuple):
    """One recorded action. It names cards by draw number, so it needs no game to be read.

    target: draw number of the card played or discarded, or the seat clued.
    value: of a clue, the index of the colour or the rank; of giving up, hanab.live's end condition.
    """

    kind: ActionKind
    target: int
    value: int = 0


@dataclass(frozen=True)
class Record:
    """A recorded game, not yet checked: `replay` tells whether its actions are possible.

    Seat 0 moves first. `format` says where it comes from: `hanab-live`, `hanabidata`, `ah2ac2` or
    one of its parts, `trace` or `notation`; `id` is what the game is called there. `score` is what
    the file claims, None where it claims nothing. `options` are the file's own, by hanab.live's
    names. `notes` are the oddities put right, each in words. `lab` is the JSON that a trace of our
    own has under that key.
    """

    source: str
    format: str
    rules: Rules
    deck: tuple[Card, ...]
    actions: tuple[Action, ...]
    players: tuple[str, ...]
    score: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    lab: bytes = b""
    id: str = ""
