"""What is wrong with an archive, a run or its parameters, in words."""

from agents.runs.errors import BadRun

__all__ = ["BadArchive", "BadParameters", "BadRun", "in_words"]


class BadArchive(ValueError):
    """A file that is no archive, or a damaged one."""


class BadParameters(ValueError):
    """Parameters that make no run."""


def in_words(error: OSError) -> str:
    """What the system refused, of which file if it says so."""
    return f"{error.filename}: {error.strerror}." if error.filename else f"{error}."
