"""Limits on what one person or network address may do per hour or at the same time, from
`settings.LIMITS`.

Hourly counts live in Django's cache: of this process, or shared through Redis. While the cache is
unavailable nothing is counted and nobody is refused.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from game.models import Player, Seating, Table

logger = logging.getLogger(__name__)

HOUR = 3600


class TooMuch(Exception):
    """Raised, before anything is changed, if a person or network address exceeds a limit; the
    message is for the user.
    """


def address_of(request: HttpRequest) -> str:
    """Return the network (IP) address from which a request comes; empty if unknown."""
    return str(request.META.get("REMOTE_ADDR", ""))


def refuse_one_more_table(request: HttpRequest, player: Player | None, *, alone: bool) -> None:
    """Count a table that `player` is about to create; `alone` if only agents will play there.

    Raise TooMuch if the person has too many unfinished tables (`LIMITS.tables_going`, and for
    tables of agents `series_going`), or if the person or the network address created too many
    within an hour.
    """
    limits = settings.LIMITS
    if player is not None:
        going = Table.objects.filter(creator=player).exclude(status=Table.Status.FINISHED)
        if going.count() >= limits.tables_going:
            raise TooMuch(
                f"You have {limits.tables_going:.0f} games going. Finish or end one of them first."
            )
        if alone:
            people = Seating.objects.filter(kind=Seating.Kind.PERSON).values("table")
            if going.exclude(pk__in=people).count() >= limits.series_going:
                raise TooMuch(
                    f"You watch {limits.series_going:.0f} games of agents already. "
                    "Let one of them end first."
                )
        _count(f"tables/{player.pk}", limits.tables_an_hour, "You made many tables this hour.")
    _count(
        f"tables/{address_of(request)}",
        limits.tables_an_hour_an_address,
        "Many tables were made from your network this hour.",
    )


def refuse_one_more_upload(request: HttpRequest, player: Player) -> None:
    """Count a game that `player` is about to upload.

    Raise TooMuch if the person has `LIMITS.uploads_a_person` uploaded games already, or if there
    are more than `uploads_an_hour_an_address` from the request's network address within an hour.
    """
    most = settings.LIMITS.uploads_a_person
    if player.uploads.count() >= most:
        raise TooMuch(f"You have {most:.0f} uploaded games. Delete one of them first.")
    _count(
        f"uploads/{address_of(request)}",
        settings.LIMITS.uploads_an_hour_an_address,
        "Many games were uploaded from your network this hour.",
    )


def refuse_one_more_signup(request: HttpRequest) -> None:
    """Count an account about to be created from the request's network address.

    Raise TooMuch if there are more than `LIMITS.signups_an_hour` from that address within an hour.
    """
    _count(
        f"signups/{address_of(request)}",
        settings.LIMITS.signups_an_hour,
        "Many accounts were made from your network this hour. You can go on as a guest.",
    )


def refuse_one_more_login(request: HttpRequest) -> None:
    """Count an attempt to log in from the request's network address.

    Raise TooMuch if there are more than `LIMITS.logins_an_hour` from that address within an hour.
    """
    _count(
        f"logins/{address_of(request)}",
        settings.LIMITS.logins_an_hour,
        "Many people of your network tried to log in this hour.",
    )


@contextmanager
def cache_may_fail(consequence: str) -> Iterator[None]:
    """Context manager that suppresses an exception of the cache in its block, and logs a warning
    with the `consequence`, such as “Limits are not enforced”.
    """
    try:
        yield
    except Exception as error:  # the cache client's errors have no common base
        logger.warning("%s while the cache is unavailable: %s", consequence, error)


def _count(what: str, most: float, words: str) -> None:
    counted = 0
    with cache_may_fail("Limits are not enforced"):
        cache.add(f"limits/{what}", 0, HOUR)
        with suppress(ValueError):  # the count expired between these two lines
            counted = cache.incr(f"limits/{what}")
    if counted > most:
        raise TooMuch(f"{words} Try again in an hour.")
