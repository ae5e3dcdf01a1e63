"""Read settings from environment variables, and say plainly what is wrong with them."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

_YES_AND_NO = {
    **dict.fromkeys(("on", "yes", "true", "1"), True),
    **dict.fromkeys(("off", "no", "false", "0"), False),
}


def text(name: str, default: str = "") -> str:
    """The variable's value without surrounding blanks; `default` if it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def words(name: str) -> list[str]:
    """The comma-separated values of the variable; empty if it is unset."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def switch(name: str, default: bool) -> bool:
    """A yes-or-no variable.

    Raises ImproperlyConfigured if the value is not one of on/off, yes/no, true/false, 1/0.
    """
    value = text(name)
    if not value:
        return default
    try:
        return _YES_AND_NO[value.lower()]
    except KeyError:
        raise ImproperlyConfigured(f"{name} is {value!r}; it must be 'on' or 'off'.") from None


def require(names: dict[str, str]) -> None:
    """Raise ImproperlyConfigured naming every variable of `names` that is unset, with its hint."""
    missing = [f"{name} ({hint})" for name, hint in names.items() if not text(name)]
    if missing:
        raise ImproperlyConfigured(f"With DEBUG off, please set {'; '.join(missing)}.")


def kept_secret(path: Path) -> str:
    """The secret kept in the file at `path`, drawn on first use and readable by its owner only."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode=0o600)
    except FileExistsError:
        return path.read_text().strip()
    secret = secrets.token_urlsafe(50)
    with os.fdopen(descriptor, "w") as file:
        file.write(secret)
    return secret
