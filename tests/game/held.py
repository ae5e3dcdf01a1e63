"""What a client of a table holds: the last frame, changed by each message since as `game.protocol`
says (static/js/table/reducer.js does the same in a browser)."""

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from msgspec import to_builtins

from game.board import messages
from game.board.viewpoint import read_viewpoint, viewpoint_of
from game.live import presence
from game.models import Player
from game.tables import talk
from game.tables.state import TableState, load, memory


@dataclass
class Held:
    """A client's table at one version, with its notes and its chat."""

    v: int = -1
    frame: dict[str, Any] = field(default_factory=dict)
    notes: list[dict[str, Any]] = field(default_factory=list)
    chat: list[dict[str, Any]] = field(default_factory=list)
    watching: int = 0

    def receive(self, message: dict[str, Any]) -> None:
        match message["t"]:
            case "frame":
                self.v, self.frame = message["v"], message["frame"]
            case "update" if message["v"] > self.v:
                assert message["v"] == self.v + 1, "an update must follow the version before it"
                log = self.frame["log"] + message["frame"]["log"]
                self.v, self.frame = message["v"], message["frame"] | {"log": log}
            case "presence":
                self.watching = message["watching"]
                here = zip(message["present"], message["away_since"], strict=True)
                seats = zip(self.frame["seats"], here, strict=True)
                self.frame = self.frame | {"seats": [_with(seat, *one) for seat, one in seats]}
            case "notes":
                self.notes = message["notes"]
            case "chat":
                self.chat = message["lines"]

    def shown(self) -> dict[str, Any]:
        """What the page shows of it: the chat only where there is one now."""
        return asdict(self) | {"chat": self.chat if self.frame.get("may_talk") else []}


def _with(seat: dict[str, Any], present: bool, away_since: float | None) -> dict[str, Any]:
    """The seat as a frame has it, which leaves out what is usual."""
    rest = {name: value for name, value in seat.items() if name not in ("present", "away_since")}
    if not present:
        rest["present"] = False
    return rest if away_since is None else rest | {"away_since": away_since}


def fresh(slug: str, player: Player | None, seat: str) -> Held:
    """What a client would hold that connects now, read from the database alone."""
    state = _read(slug).as_seen_by(player)
    viewpoint = viewpoint_of(state, player, read_viewpoint(seat, state.table.players))
    held = Held(watching=presence.spectators(state))
    held.receive(json.loads(messages.whole(state, viewpoint)))
    if notes := talk.noted(state, player):
        held.notes = to_builtins(notes.notes)
    if chat := talk.heard(state, player):
        held.chat = to_builtins(chat.lines)
    return held


def _read(slug: str) -> TableState:
    """The table without what this process remembers of it."""
    known = memory.recall(slug)
    memory.forget(slug)
    try:
        return load(slug)
    finally:
        memory.forget(slug)
        if known is not None:
            memory.keep(known)
