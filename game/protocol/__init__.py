"""The socket protocol of a table: every message, in both directions, as typed structs.

A client connects to `/ws/tables/<table>/` and receives a `welcome` and a whole `frame`. Every
change of the table raises its version `v` by one and sends every socket an `update`: the frame
without the log entries the client already has. A client that holds version 7 and receives 9 has
missed one: it sends `sync` and receives a whole `frame` again.

Requests carry an `id` chosen by the client, and each is answered by `ack` or `refused` with that
id; a request repeated with the same id is carried out once. Moves carry the version the player saw:
a stale one is refused and the client syncs.

`manage.py schemas table` prints the JSON Schema of both directions.
"""

from typing import Any

import msgspec

from agents.agent_protocol import schema_of
from game.protocol.frame import (
    Asked,
    Clock,
    ClueOption,
    Ending,
    Frame,
    Help,
    Legal,
    LogEntry,
    Proposal,
    Scoring,
    Seat,
    Series,
    ShownCard,
    ShownRules,
    Status,
    Suit,
    SuitLook,
    Trouble,
)
from game.protocol.from_client import (
    Act,
    Answer,
    Clue,
    ComeBack,
    Delay,
    Discard,
    FromClient,
    GiveUp,
    Look,
    Pause,
    Ping,
    Play,
    Replace,
    Request,
    Say,
    SitIn,
    Step,
    Sync,
    TakeOver,
    Undo,
    WriteNote,
)
from game.protocol.from_server import (
    Ack,
    CardNote,
    Chat,
    ChatLine,
    FromServer,
    Message,
    Notes,
    Past,
    Pong,
    Presence,
    Refused,
    Update,
    Waiting,
    Welcome,
    WholeFrame,
)

__all__ = [
    "Ack", "Act", "Answer", "Asked", "CardNote", "Chat", "ChatLine", "Clock", "Clue", "ClueOption",
    "ComeBack", "Delay", "Discard", "Ending", "Frame", "FromClient", "FromServer", "GiveUp",
    "Help", "Legal", "LogEntry", "Look", "Message", "Notes", "Past", "Pause", "Ping", "Play",
    "Pong", "Presence", "Proposal", "Refused", "Replace", "Request", "Say", "Scoring",
    "Seat", "Series", "ShownCard", "ShownRules", "SitIn", "Status", "Step", "Suit", "SuitLook",
    "Sync", "TakeOver", "Trouble", "Undo", "Update", "Waiting", "Welcome", "WholeFrame",
    "WriteNote", "decode", "encode", "schema",
]  # fmt: skip

PROTOCOL_VERSION = 1
MAX_MESSAGE_BYTES = 2048

# Application close codes: of the standard codes a server may only send 1000. A stopping server
# closes with 1012, “service restart”.
CLOSE_FAULT = 4500
CLOSE_RESTART = 1012
CLOSE_AWAY = 4503
CLOSE_GARBAGE = 4400
CLOSE_NOT_ALLOWED = 4403
CLOSE_NO_TABLE = 4404
CLOSE_TOO_FAST = 4429
CLOSE_TOO_MANY = 4430

_decoder = msgspec.json.Decoder(FromClient)
_encoder = msgspec.json.Encoder()


def decode(text: str | bytes) -> FromClient:
    """Decode a client's message. Raise msgspec.DecodeError if it is invalid."""
    message: FromClient = _decoder.decode(text)
    return message


def encode(message: FromServer) -> str:
    """Encode a message to the client as JSON."""
    return _encoder.encode(message).decode()


def schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of both directions."""
    title = f"Hanabi Lab table protocol {PROTOCOL_VERSION}"
    return schema_of(title, from_client=FromClient, from_server=FromServer)
