"""Turn DATABASE_URL and REDIS_URL into Django's settings of the database and the channel layer."""

from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

# IMMEDIATE takes the write lock when a transaction begins: a lock that is upgraded later fails at
# once instead of waiting for `timeout` (Django ticket 29280). WAL lets readers continue meanwhile.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 5,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}

# Connecting costs as much as several moves, so threads share a pool of open connections. Broken
# connections are detected at once, and an unreachable server within seconds.
POSTGRES_OPTIONS = {
    "connect_timeout": 5,
    "pool": {"min_size": 1, "max_size": 16, "timeout": 5, "reconnect_timeout": 5},
}


def database_settings(url: str) -> dict[str, Any]:
    """Return an entry of Django's setting DATABASES for a URL: `sqlite:///file` (a relative path),
    `sqlite:////file` (an absolute path) or `postgres://…`.

    Raises ImproperlyConfigured for any other URL.
    """
    parts = _parts("DATABASE_URL", url)
    name = unquote(parts.path.removeprefix("/"))
    if not name:
        raise ImproperlyConfigured(
            "DATABASE_URL names no database; write sqlite:///hanabi.sqlite3 "
            "or postgres://user:password@host:5432/name."
        )
    if parts.scheme == "sqlite":
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": name,
            "OPTIONS": SQLITE_OPTIONS,
            # Reopening takes as long as three statements, and a move queries from three threads.
            "CONN_MAX_AGE": 600,
        }
    if parts.scheme in ("postgres", "postgresql"):
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": name,
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": parts.hostname or "",
            "PORT": parts.port or "",
            "OPTIONS": POSTGRES_OPTIONS,
            "CONN_HEALTH_CHECKS": True,
        }
    raise ImproperlyConfigured(
        f"DATABASE_URL begins with {parts.scheme!r}; it must begin with 'sqlite' or 'postgres'."
    )


def channel_layer_settings(redis_url: str, secret: str = "") -> dict[str, Any]:
    """Return an entry of Channels' setting CHANNEL_LAYERS: for a layer that connects the site's
    processes by Redis, or within one process if `redis_url` is empty.

    Messages reach only processes with the same `secret`, so several sites can share a Redis. Raises
    ImproperlyConfigured if `redis_url` is no address of a Redis.
    """
    if not redis_url:
        return {"BACKEND": "hanabi_site.sockets.local_groups.LocalChannelLayer"}
    if _parts("REDIS_URL", redis_url).scheme not in ("redis", "rediss", "unix"):
        raise ImproperlyConfigured("REDIS_URL must be as redis://host:6379/0.")
    return {
        "BACKEND": "hanabi_site.sockets.relay.RelayedChannelLayer",
        "CONFIG": {"url": redis_url, "secret": secret},
    }


def _parts(variable: str, url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise ImproperlyConfigured(f"{variable} is no address: {error}.") from None
    if parts.fragment:
        # The address would end there, often within the password.
        raise ImproperlyConfigured(f"{variable} has a “#”; write %23.")
    return parts
