"""The part of a socket through which people write: words to the table, notes to themselves."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from game import protocol as p
from game.live import announcements
from game.live.current import checked
from game.live.database import in_thread
from game.models import Player
from game.tables import talk
from game.tables.refusals import SENTENCES, Refused
from game.tables.state import TableState

Read = Callable[[TableState, Player | None], p.Notes | p.Chat | None]


class Talking:
    """Handles what a client writes, and tells its readers to look; no text passes between
    processes."""

    slug: str
    player: Player | None
    sent: int

    async def talk(self, message: p.Say | p.WriteNote) -> None:
        """Keep what this person wrote."""
        state = await checked(self.slug)
        group, news = announcements.table(self.slug), {"type": "table.said"}
        try:
            if isinstance(message, p.Say):
                await in_thread(talk.say, state, self.player, message.text)
            else:
                await in_thread(talk.write_note, state, self.player, message.order, message.text)
                assert self.player is not None
                group = announcements.person(self.player.pk)
                news = {"type": "person.noted", "table": self.slug}
        except Refused as refused:
            text = refused.text or SENTENCES[refused.reason]
            await self._answer(p.Refused(message.id, refused.reason, text, self.sent))
            return
        await self._answer(p.Ack(message.id, self.sent))
        await announcements.tell(group, {**news})

    async def table_said(self, event: dict[str, str]) -> None:
        """Somebody at the table said something."""
        self._do(self.send_talk(talk.heard))

    async def person_noted(self, event: dict[str, str]) -> None:
        """This person noted something, here or in another window."""
        if event["table"] == self.slug:
            self._do(self.send_talk(talk.noted))

    async def send_talk(self, *what: Read) -> None:
        """What this person wrote for themselves, or may hear."""
        state = await checked(self.slug)
        for message in await in_thread(_written, what, state, self.player):
            await self._answer(message)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        raise NotImplementedError

    async def _answer(self, message: p.FromServer) -> None:
        raise NotImplementedError


def _written(
    what: Sequence[Read], state: TableState, player: Player | None
) -> list[p.Notes | p.Chat]:
    return [message for read in what if (message := read(state, player)) is not None]
