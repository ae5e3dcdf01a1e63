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
    """The value of every limit.

    A person is a guest's session or an account; an address is a network address, often shared by a
    whole school.
    """

    tables_going: float = 30
    """Unfinished tables that a person created."""
    series_going: float = 5
    """Unfinished series of agents alone, among a person's unfinished tables."""
    tables_an_hour: float = 60
    """Tables that a person creates in an hour."""
    tables_an_hour_an_address: float = 300
    uploads_a_person: float = 200
    """Stored uploads of games to study."""
    uploads_an_hour_an_address: float = 120
    upload_bytes: float = 256 << 10
    """The largest upload."""
    signups_an_hour: float = 20
    """New accounts from one address."""
    logins_an_hour: float = 120
    """Login attempts from one address, successful or not."""
    failed_logins: float = 10
    """Wrong passwords for one name from one address, before a quarter of an hour's lockout."""
    sockets_a_person: float = 30
    """Per server process, like the next two limits."""
    sockets_an_address: float = 500
    sockets_a_table: float = 600
    messages_at_once: float = 40
    """The burst of messages that one socket may send."""
    messages_a_second: float = 5
    heavy_pages_at_once: float = 1
    """Figure pages that one server process renders at the same time."""
    heavy_percent: float = 5
    """The long-run percentage (at least 1) of a process's time for figure pages, while people are
    at its tables or if it serves figure pages alone."""
    heavy_pages_an_address: float = 10
    """Waiting or rendering at once; a table of six requests six when its game ends."""
    unsent_bytes: float = 2 << 20
    """Bytes that may be buffered for a socket whose client does not read."""


def limits(text: str) -> Limits:
    """Parse the LIMITS variable; unnamed limits keep their defaults.

    Raises ImproperlyConfigured if a part is neither `off` at the front nor NAME=NUMBER.
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
    return replace(usual, **chosen)
