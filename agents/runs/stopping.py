"""Asking a run to stop, from any process: a file beside its archive."""

from __future__ import annotations

from agents.archives import runs

FILE = ".stop"


def ask(name: str) -> None:
    """Let whoever makes this run stop at its next snapshot."""
    (runs.folder(name) / FILE).touch()


def asked(name: str) -> bool:
    return (runs.folder(name) / FILE).exists()


def forget(name: str) -> None:
    """Nobody has asked any more: the run goes on."""
    (runs.folder(name) / FILE).unlink(missing_ok=True)
