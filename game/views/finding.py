"""Look up the object that a page shows, such as a table; raise Http404 with a reason if missing."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from django.http import Http404

from game.models import Player
from game.tables.refusals import Refused
from game.tables.state import TableState, load

Item = TypeVar("Item")
Finder = Callable[[Player | None], str | None]
"""A function that returns the address at which a person continues whose table was deleted; None if
it knows none. A package that deletes tables registers one, so that this one need not import it."""

_finders: list[Finder] = []


@contextmanager
def found_unless(*errors: type[Exception]) -> Iterator[None]:
    """Context manager and decorator that turns an exception of one of the types `errors`, raised
    inside, into Http404 with the exception's message.
    """
    try:
        yield
    except errors as error:
        raise Http404(str(error)) from error


def numbered(items: Sequence[Item], number: int, what: str) -> Item:
    """Return the item with this number, from 1. Raise Http404 if there is none.

    `what` names the items in the error message, such as “Puzzles”.
    """
    if not 1 <= number <= len(items):
        raise Http404(f"{what} go from 1 to {len(items)}.")
    return items[number - 1]


def get_state(slug: str) -> TableState:
    """Return a table's state. Raise Http404 if there is no such table."""
    with found_unless(Refused):
        return load(slug)


def register(finder: Finder) -> None:
    """Add a function that finds where a person continues whose table was deleted."""
    _finders.append(finder)


def way_on(player: Player | None) -> str | None:
    """Return the address at which a person continues whose table was deleted; None if nothing
    registered knows one.
    """
    return next((address for finder in _finders if (address := finder(player))), None)
