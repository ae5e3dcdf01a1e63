"""Checks of what stands on a command line."""

from __future__ import annotations

from django.core.management.base import CommandError


def checked(name: str, value: int, low: int, high: int) -> int:
    """The value. Raises CommandError if it is out of range."""
    if not low <= value <= high:
        raise CommandError(f"{name} must be from {low} to {high}, not {value}.", returncode=2)
    return value
