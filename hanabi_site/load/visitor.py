"""A guest with a browser's cookies, who makes tables and sits down at them."""

from __future__ import annotations

import re
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

SECONDS = 30


class Unwelcome(Exception):
    """The site refused a visitor, in words."""


class Visitor:
    """Speaks HTTP with the site as one guest. Its methods block."""

    def __init__(self, url: str, name: str) -> None:
        self.url, self.name = url.rstrip("/"), name
        self.cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.cookies))
        self._open("/")

    @property
    def cookie_header(self) -> str:
        """For the handshake of a socket."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)

    def table_for_two(self) -> str:
        """A new table with this guest on seat 0 and the other one open; its slug."""
        return self._slug(
            self._post(
                "/tables/new/",
                players="2", seat_0="me", seat_1="open", scoring="zero", help_level="full",
                reasons="live", variant="No Variant", delay="0",
            )
        )  # fmt: skip

    def table_with(self, agent: str) -> str:
        """A new table with this guest and an agent; its slug."""
        return self._slug(
            self._post(
                "/tables/new/",
                players="2", seat_0="me", seat_1=agent, scoring="zero", help_level="full",
                reasons="live", variant="No Variant", delay="0",
            )
        )  # fmt: skip

    def sit(self, slug: str, seat: int) -> None:
        """Take an open seat."""
        self._post(f"/tables/{slug}/sit/", seat=str(seat))

    def _open(self, path: str, data: bytes | None = None) -> str:
        """The address of the page that answers. Raises Unwelcome."""
        request = Request(self.url + path, data, headers={"Referer": self.url + path})
        try:
            with self._opener.open(request, timeout=SECONDS) as page:
                self.page = page.read().decode("utf-8", "replace")
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
            raise Unwelcome(f"No table was made: {address}")
        return match[1]
