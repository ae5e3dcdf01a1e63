"""The person behind a request: a guest known by the session, or the owner of an account."""

import secrets
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from game.models import Player, Table
from game.tables.rows import PreparedRows

_GUESTS = PreparedRows(Player, "key = %s AND user_id IS NULL")

SESSION_KEY = "player"
NAME_LENGTH = 30
FIRST_GAMES = 3
BLOCKED = "You cannot play here any more. You can still watch."

KINDLY = (
    "Brave",
    "Bright",
    "Calm",
    "Clever",
    "Curious",
    "Eager",
    "Gentle",
    "Happy",
    "Lucky",
    "Merry",
    "Sunny",
)
ANIMALS = (
    "Badger",
    "Beaver",
    "Dolphin",
    "Falcon",
    "Fox",
    "Hare",
    "Heron",
    "Koala",
    "Lynx",
    "Otter",
    "Panda",
)


def guest_name() -> str:
    """Return a random friendly name for a guest, such as “Calm Otter”."""
    return f"{secrets.choice(KINDLY)} {secrets.choice(ANIMALS)}"


def player_of(session: SessionBase, user: Any) -> Player | None:
    """Return the player of the logged-in `user` or, if nobody is logged in, the guest of the
    session; None if there is none.
    """
    if user is not None and user.is_authenticated:
        return Player.objects.filter(user=user).first()
    key = session.get(SESSION_KEY)
    return next(iter(_GUESTS.read(key)), None) if key else None


def current_player(request: HttpRequest) -> Player | None:
    """Return the person making a request; None for a visitor who is neither logged in nor known as
    a guest.
    """
    return player_of(request.session, request.user)


def kind_of(player: Player | None) -> str:
    """Return how well the person said they know Hanabi: "new", "rules" or "conventions"; "unknown"
    without a person or an answer.
    """
    return (player and player.plays) or "unknown"


def in_first_games(player: Player) -> bool:
    """Return whether the person has finished fewer than `FIRST_GAMES` games, daily deals aside, and
    has not said that they play with conventions. In the games that “Play now” starts for such a
    person, the cards played count even if the last strike ends the game.
    """
    if player.plays == "conventions":
        return False
    over = Table.objects.filter(seatings__player=player, status=Table.Status.FINISHED, daily=None)
    return over.distinct().count() < FIRST_GAMES


def become_player(request: HttpRequest, name: str = "") -> Player:
    """Return the person making a request, creating a guest or an account's player if needed.

    A guest takes `name` if given, and a new guest without one gets a random name; an account uses
    its username. Raise PermissionDenied if the person is blocked.
    """
    player = current_player(request)
    name = clean_name(name)
    if player is None:
        if request.user.is_authenticated:
            return Player.objects.create(user=request.user, name=request.user.get_username()[:30])
        player = Player.objects.create(name=name or guest_name())
        request.session[SESSION_KEY] = player.key
    elif player.blocked:
        raise PermissionDenied(BLOCKED)
    elif name and name != player.name and player.user_id is None:
        player.name = name
        player.save(update_fields=["name"])
    return player


def adopt_guest(request: HttpRequest, user: Any) -> Player:
    """Return the player of the account `user`. If it has none yet, link it to the session's guest,
    so that it keeps the guest's games; without a guest, create a player for it.
    """
    if player := Player.objects.filter(user=user).first():
        return player
    key = request.session.get(SESSION_KEY)
    guest = Player.objects.filter(key=key, user=None).first() if key else None
    if guest is None:
        return Player.objects.create(user=user, name=user.get_username()[:NAME_LENGTH])
    guest.user = user
    guest.name = user.get_username()[:NAME_LENGTH]
    guest.save(update_fields=["user", "name"])
    return guest


def clean_name(name: str) -> str:
    """Return the printable characters of a name, at most 30; possibly empty."""
    return printable(name)[:NAME_LENGTH]


def printable(text: str) -> str:
    """Return the printable characters of a text, with single spaces between its words."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
