"""The exercises that a visitor has done: finished lessons, and answers to puzzles and drills.

They are stored with the person who owns an account. For other visitors the browser has them:
answers in its session, and finished lessons in a cookie that the page of a lesson sets.
"""

from collections.abc import Mapping
from typing import Any, Literal, get_args

from django.http import HttpRequest

from game.models import Exercise, Player
from game.tables.people import current_player

Kind = Literal["lessons", "puzzles", "drills"]
Results = Mapping[str, Any]
"""The results of exercises of one kind, by the exercise's key."""


def results(request: HttpRequest, kind: Kind) -> Results:
    """Return the visitor's results of all exercises of a kind that they have done."""
    owner = _owner(request)
    return _in_browser(request, kind) if owner is None else _taken_over(request, owner, kind)


def store(request: HttpRequest, kind: Kind, new: Results) -> None:
    """Store the visitor's results of some exercises, in place of earlier results of the same."""
    owner = _owner(request)
    if owner is None:
        request.session[kind] = {**_in_browser(request, kind), **new}
    else:
        _save(owner, kind, new)


def forget(request: HttpRequest, kind: Kind) -> None:
    """Delete the visitor's results of all exercises of a kind."""
    request.session.pop(kind, None)
    owner = _owner(request)
    if owner is not None:
        owner.exercises.filter(kind=kind).delete()


def take_over(request: HttpRequest, owner: Player) -> None:
    """Store the browser's results with the owner of an account. Where the account has a result of
    the same exercise, that one stays.
    """
    for kind in get_args(Kind):
        _taken_over(request, owner, kind)


def _taken_over(request: HttpRequest, owner: Player, kind: Kind) -> Results:
    """Take over the browser's results of a kind, and return all of the account's."""
    stored = dict(owner.exercises.filter(kind=kind).values_list("key", "result"))
    new = {key: one for key, one in _in_browser(request, kind).items() if key not in stored}
    if new:
        _save(owner, kind, new)
    request.session.pop(kind, None)
    return stored | new


def _owner(request: HttpRequest) -> Player | None:
    """Return the person whose account is logged in; None for guests and other visitors."""
    return current_player(request) if request.user.is_authenticated else None


def _in_browser(request: HttpRequest, kind: Kind) -> Results:
    if kind == "lessons":
        return {one: True for one in request.COOKIES.get(kind, "") if one in "123456789"}
    found: Results = request.session.get(kind, {})
    return found


def _save(owner: Player, kind: Kind, new: Results) -> None:
    rows = [Exercise(player=owner, kind=kind, key=key, result=one) for key, one in new.items()]
    unique = ("player", "kind", "key")
    Exercise.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=unique, update_fields=("result",)
    )
