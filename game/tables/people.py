"""Who is asking: the person behind a session, guest or account."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from game.models import Player
from game.tables.rows import Rows

_GUESTS = Rows(Player, "key = %s AND user_id IS NULL")

SESSION_KEY = "player"
NAME_LENGTH = 30
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
    """A friendly name for somebody who gave none: “Calm Otter”."""
    return f"{secrets.choice(KINDLY)} {secrets.choice(ANIMALS)}"


def player_of(session: SessionBase, user: Any) -> Player | None:
    """The person of a session: the account's, else the guest's, else nobody yet."""
    if user is not None and user.is_authenticated:
        return Player.objects.filter(user=user).first()
    key = session.get(SESSION_KEY)
    return next(iter(_GUESTS.read(key)), None) if key else None


def current_player(request: HttpRequest) -> Player | None:
    return player_of(request.session, request.user)


def become_player(request: HttpRequest, name: str = "") -> Player:
    """The person asking, made a guest with this name if there is none yet.

    A guest who gives no name gets one, and may change it; an account plays under its own.
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


def adopt_guest(request: HttpRequest, user: Any) -> None:
    """An account that has no person yet becomes the guest of this session, games and all."""
    if Player.objects.filter(user=user).exists():
        return
    key = request.session.get(SESSION_KEY)
    guest = Player.objects.filter(key=key, user=None).first() if key else None
    if guest is None:
        Player.objects.create(user=user, name=user.get_username()[:NAME_LENGTH])
        return
    guest.user = user
    guest.name = user.get_username()[:NAME_LENGTH]
    guest.save(update_fields=["user", "name"])


def clean_name(name: str) -> str:
    """Printable, trimmed, at most 30 characters; empty when nothing is left."""
    printable = "".join(c if c.isprintable() else " " for c in name)
    return " ".join(printable.split())[:NAME_LENGTH]
