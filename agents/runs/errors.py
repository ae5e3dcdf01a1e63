"""Exceptions of runs, and checks of their parameters."""

from collections.abc import Collection
from operator import index
from typing import SupportsIndex


class BadRun(ValueError):
    """Raised if a run does not exist, is invalid, or is locked by another process."""


class Unwritable(BadRun):
    """Raised if a file or folder cannot be written: the disk is full, or permission is denied."""

    def __init__(self, path: object, error: OSError) -> None:
        super().__init__(f"{path} cannot be written: {error.strerror or error}.")


class BadParameters(ValueError):
    """Raised if parameters do not describe a valid run; the message is for the user."""


def whole(name: str, value: SupportsIndex) -> int:
    """Return the value of the parameter `name` as an int. Raise TypeError, naming it, unless it is
    a whole number.
    """
    try:
        return index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r:.60}.") from None


def seed_text(seed: object) -> str:
    """Return a seed as a text. Raise TypeError unless it is a whole number or a text."""
    if not isinstance(seed, str | SupportsIndex):
        raise TypeError(f"A seed is a whole number or a text, not {seed!r:.60}.")
    return seed if isinstance(seed, str) else str(index(seed))


def check_range(name: str, value: float, low: float, high: float) -> None:
    """Raise BadParameters, naming the parameter `name`, unless low <= value <= high."""
    if not low <= value <= high:
        raise BadParameters(f"{name} must be from {low} to {high}, not {value}.")


def counted(name: str, value: object, low: int, high: int) -> int:
    """Return the value of the parameter `name` as an int. Raise BadParameters, naming it, unless
    it is a whole number and low <= value <= high.
    """
    if not isinstance(value, SupportsIndex):
        raise BadParameters(f"{name} must be a whole number, not {value!r:.60}.")
    check_range(name, index(value), low, high)
    return index(value)


def check_choice(name: str, value: object, choices: Collection[str]) -> None:
    """Raise BadParameters, naming the parameter `name`, unless `value` is one of `choices`."""
    if not isinstance(value, str) or value not in choices:
        raise BadParameters(f"{name} must be {' or '.join(choices)}, not “{str(value)[:40]}”.")


def check_seed(seed: str) -> None:
    """Raise BadParameters unless the seed is 1 to 100 printable characters."""
    if not 1 <= len(seed) <= 100 or not seed.isprintable():
        raise BadParameters("seed must be 1 to 100 printable characters.")


def system_message(error: OSError) -> str:
    """Return the message of an operating system error, with the file's name if it is known."""
    return f"{error.filename}: {error.strerror}." if error.filename else f"{error}."
