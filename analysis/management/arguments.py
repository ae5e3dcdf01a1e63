"""Validation of command-line arguments."""

from __future__ import annotations

from django.core.management.base import CommandError


def checked(name: str, value: int, low: int, high: int) -> int:
    """Return the value; raise CommandError if it is out of range."""
    if not low <= value <= high:
        raise CommandError(f"{name} must be from {low} to {high}, not {value}.", returncode=2)
    return value
