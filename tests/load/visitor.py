"""A simulated guest of the site: creates tables and sits down over HTTP, opens sockets, moves."""

import re
from collections.abc import Callable
from contextlib import asynccontextmanager
from http.cookiejar import CookieJar
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

SECONDS = 30
"""How long the site may take to answer a request."""

Connect = Callable[[str, str], Any]
"""Opens a socket to an address with a cookie header, as an asynchronous context manager."""


class Unwelcome(Exception):
    """The site refused a request or did not answer; the message says which."""


class Visitor:
    """An HTTP client of the site, acting as one guest. Its methods block."""

    def __init__(self, url: str, name: str) -> None:
        self.url, self.name = url.rstrip("/"), name
        self.cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.cookies))
        self._open("/")

    @property
    def cookie_header(self) -> str:
        """The Cookie header for opening a socket as this guest."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)

    def new_table(self, partner: str) -> str:
        """Create a table for this guest and an agent, or an `open` seat; return its slug."""
        return self._slug(
            self._post(
                "/tables/new/",
                players="2", seat_0="me", seat_1=partner, scoring="zero", help_level="full",
                reasons="live", variant="No Variant", delay="0",
            )
        )  # fmt: skip

    def play_with(self, agent: str) -> str:
        """Press “Play now” with the agent at this address; return the table's slug."""
        return self._slug(self._post("/play/", players="2", agent=agent))

    def watch(self, agent: str, players: int) -> str:
        """Watch copies of an agent play a hundred games without a pause; return the slug."""
        seats = {f"seat_{index}": agent for index in range(players)}
        return self._slug(
            self._post("/watch/", players=str(players), games="100", delay="0", **seats)
        )

    def sit(self, slug: str, seat: int) -> None:
        """Take an open seat."""
        self._post(f"/tables/{slug}/sit/", seat=str(seat))

    def _open(self, path: str, data: bytes | None = None) -> str:
        """Return the final URL after redirects. Raises Unwelcome if the request fails."""
        request = Request(self.url + path, data, headers={"Referer": self.url + path})
        try:
            with self._opener.open(request, timeout=SECONDS) as page:
                page.read()
                return str(page.url)
        except (HTTPError, OSError) as error:
            raise Unwelcome(f"{self.url}{path}: {error}") from error

    def _post(self, path: str, **fields: str) -> str:
        token = next((c.value for c in self.cookies if c.name.endswith("csrftoken")), "")
        form = {"csrfmiddlewaretoken": token or "", "name": self.name, **fields}
        return self._open(path, urlencode(form).encode())

    @staticmethod
    def _slug(address: str) -> str:
        match = re.search(r"/tables/([a-z0-9]+)/", address)
        if match is None or match[1] == "new":
            raise Unwelcome(f"The site made no table: {address}")
        return match[1]


def socket_address(url: str, slug: str) -> str:
    """Return the WebSocket URL of a table."""
    return f"ws{url.removeprefix('http')}/ws/tables/{slug}/"


@asynccontextmanager
async def open_socket(address: str, cookie: str) -> Any:
    """Open a table's socket as a page does. Raises EOFError if the connection breaks."""
    origin = Origin(f"http{address.removeprefix('ws').partition('/ws/')[0]}")
    headers = {"Cookie": cookie} if cookie else {}
    try:
        async with connect(
            address, origin=origin, additional_headers=headers, max_size=1 << 22
        ) as socket:
            yield socket
    except WebSocketException as error:
        raise EOFError(str(error)) from error


def long_game(legal: dict[str, Any], chance: Random) -> dict[str, Any]:
    """Return a request for a random legal move of a frame; plays only if nothing else is legal."""
    if legal["clues"] and (not legal["discards"] or chance.random() < 0.5):
        clue = chance.choice(legal["clues"])
        return {"t": "clue", "seat": clue["seat"], "value": clue["value"]}
    if legal["discards"]:
        return {"t": "discard", "order": chance.choice(legal["discards"])}
    return {"t": "play", "order": chance.choice(legal["plays"])}
