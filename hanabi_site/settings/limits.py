"""Limits per person, network address, table and server process.

A request beyond a limit is refused with a message. `LIMITS=off` removes all limits, for a load
test; `LIMITS=sockets_a_table=2000,signups_an_hour=100` sets some, and `off,heavy_pages_at_once=1`
removes all but one.
"""

from dataclasses import dataclass, fields, replace
from math import inf

from django.core.exceptions import ImproperlyConfigured


@dataclass(frozen=True)
class Limits:
    """The value of every limit; infinity if a limit is off.

    A person is a guest's session or an account. An address is a network address, often shared by a
    whole school.
    """

    tables_going: float = 30
    """The most unfinished tables that a person may have created."""
    series_going: float = 5
    """The most unfinished tables with agents only that a person may have created."""
    tables_an_hour: float = 60
    """The most tables that a person may create in an hour."""
    tables_an_hour_an_address: float = 300
    uploads_a_person: float = 200
    """The most uploaded games that a person may have stored."""
    uploads_an_hour_an_address: float = 120
    upload_bytes: float = 256 << 10
    """The size in bytes of the largest upload."""
    signups_an_hour: float = 20
    """The most new accounts from one address in an hour."""
    logins_an_hour: float = 120
    """The most login attempts from one address in an hour, successful or not."""
    failed_logins: float = 10
    """The number of wrong passwords for one name from one address after which logins by that name
    from there are refused for a quarter of an hour."""
    sockets_a_person: float = 30
    """The most open sockets of a person in one server process. The limits `sockets_an_address` and
    `sockets_a_table` also count per process."""
    sockets_an_address: float = 500
    sockets_a_table: float = 600
    messages_at_once: float = 40
    """The most messages that one socket may send in a burst; in the long run it may send
    `messages_a_second`."""
    messages_a_second: float = 5
    heavy_pages_at_once: float = 1
    """The number of pages that one server process renders at the same time, among those that
    `hanabi_site.middleware.heavy` counts as expensive."""
    heavy_percent: float = 5
    """The percentage (at least 1) of a server process's time that expensive pages may use in the
    long run, while people are at its tables or if it serves expensive pages only."""
    heavy_pages_an_address: float = 10
    """The number of expensive pages that may wait or be rendered at the same time for one address;
    a table of six people requests six when its game ends."""
    unsent_bytes: float = 2 << 20
    """The most unsent bytes that may be buffered for a socket whose client does not read."""


def limits(text: str) -> Limits:
    """Return the limits given by `text`, the value of the environment variable LIMITS.

    It is a comma-separated list of NAME=NUMBER, where NAME is a field of `Limits` and NUMBER a
    whole number. Limits not named have their defaults or, if the list begins with `off`, are
    infinite.

    Raises ImproperlyConfigured if a part of the list has another form or an unknown name, or
    `heavy_percent` is not 1 to 100.
    """
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
    if not 1 <= chosen.get("heavy_percent", 1) <= 100:
        percent = chosen["heavy_percent"]
        raise ImproperlyConfigured(f"LIMITS: heavy_percent must be 1 to 100, not {percent:g}.")
    return replace(usual, **chosen)
