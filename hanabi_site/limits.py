"""How much the site does for one person, one address and one table: every limit by name.

Whoever meets one is told in words. `LIMITS=off` takes all of them away, for a load test;
`LIMITS=sockets_a_table=2000,signups_an_hour=100` sets some, and `off,heavy_pages_at_once=1` takes
all but one away.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from math import inf

from django.core.exceptions import ImproperlyConfigured


@dataclass(frozen=True)
class Limits:
    """A person is a guest's session or an account; an address is where requests come from, often
    that of a whole school."""

    tables_going: float = 30
    """That a person made and that are not over."""
    series_going: float = 5
    """Of agents alone, among these."""
    tables_an_hour: float = 60
    """That a person makes."""
    tables_an_hour_an_address: float = 300
    uploads_a_person: float = 200
    """Games to study that are kept."""
    uploads_an_hour_an_address: float = 120
    upload_bytes: float = 256 << 10
    """Of one such game."""
    signups_an_hour: float = 20
    """From one address."""
    logins_an_hour: float = 120
    """From one address, right or wrong."""
    failed_logins: float = 10
    """With one name from one address; then both wait for a quarter of an hour."""
    sockets_a_person: float = 30
    """At one server process, as the next two."""
    sockets_an_address: float = 500
    sockets_a_table: float = 600
    messages_at_once: float = 40
    """On one socket."""
    messages_a_second: float = 5
    heavy_pages_at_once: float = 1
    """Pages of figures that one server process makes at the same time."""
    heavy_percent: float = 5
    """Of the time of a server process at whose tables people are, or of one for pages of figures
    alone: what may go to such pages in the long run, 1 at least."""
    heavy_pages_an_address: float = 10
    """That wait or are being made; a table of six asks at once when its game ends."""
    unsent_bytes: float = 2 << 20
    """That may wait for a socket whose other end does not read."""


def limits(text: str) -> Limits:
    """The usual limits, or those that the variable sets. Raises ImproperlyConfigured."""
    usual, chosen = Limits(), {}
    parts = [part for part in (part.strip() for part in text.split(",")) if part]
    if parts[:1] == ["off"]:
        usual = Limits(**{field.name: inf for field in fields(Limits)})
        del parts[0]
    for part in parts:
        name, _, number = part.partition("=")
        if name not in Limits.__dataclass_fields__ or not number.isdecimal():
            names = ", ".join(Limits.__dataclass_fields__)
            raise ImproperlyConfigured(
                f"LIMITS has {part!r}; write off, or NAME=NUMBER with commas. Names: {names}."
            )
        chosen[name] = float(number)
    return replace(usual, **chosen)
