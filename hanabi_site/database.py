"""Turn a DATABASE_URL into Django's database settings."""

from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

# IMMEDIATE takes the write lock when a transaction begins: a lock that is upgraded later fails at
# once instead of waiting for `timeout` (Django ticket 29280). WAL lets readers go on meanwhile.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 5,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}

# To connect costs as much as several moves, so connections are kept, and threads share them. One
# that broke is found at once, and a server that is away is told of within seconds.
POSTGRES_OPTIONS = {
    "connect_timeout": 5,
    "pool": {"min_size": 1, "max_size": 16, "timeout": 5, "reconnect_timeout": 5},
}


def database_settings(url: str) -> dict[str, Any]:
    """Settings for `sqlite:///file` (relative), `sqlite:////file` (absolute) or `postgres://…`.

    Raises ImproperlyConfigured for anything else.
    """
    parts = urlsplit(url)
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
            # To open it anew takes as long as three statements, and a move asks from three threads.
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
