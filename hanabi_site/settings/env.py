"""Read settings from environment variables, with clear errors for invalid values."""

import os
import re
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

_YES_AND_NO = {
    **dict.fromkeys(("on", "yes", "true", "1"), True),
    **dict.fromkeys(("off", "no", "false", "0"), False),
}


def text(name: str, default: str = "") -> str:
    """Return the value of an environment variable without surrounding blanks; `default` if unset or
    empty.
    """
    return os.environ.get(name, "").strip() or default


def hosts(name: str) -> list[str]:
    """Return the comma-separated host names of an environment variable; an empty list if it is
    unset.

    Raises ImproperlyConfigured if one has a scheme, port or path: no request would match it.
    """
    found = [host.strip() for host in text(name).split(",") if host.strip()]
    for host in found:
        if not re.fullmatch(r"\*|\.?[\w.-]+|\[[\w:.]+\]", host):
            raise ImproperlyConfigured(
                f"{name} has {host!r}; write host names without https:// or port."
            )
    return found


def switch(name: str, default: bool) -> bool:
    """Return a yes-or-no environment variable as a bool; `default` if it is unset or empty.

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
    """Raise ImproperlyConfigured if a required environment variable is unset or empty.

    `names` maps the name of each required variable to a hint at its value, such as “a long random
    text”; the message lists the missing variables with their hints.
    """
    missing = [f"{name} ({hint})" for name, hint in names.items() if not text(name)]
    if missing:
        raise ImproperlyConfigured(f"With DEBUG off, please set {'; '.join(missing)}.")


def stored_secret(path: Path) -> str:
    """Return the secret stored in the file `path`; if there is no file, create it with a random
    secret, readable by its owner only.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode=0o600)
    except FileExistsError:
        return path.read_text().strip()
    secret = secrets.token_urlsafe(50)
    with os.fdopen(descriptor, "w") as file:
        file.write(secret)
    return secret
