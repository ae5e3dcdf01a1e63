"""Shipped files that are generated from the rest of the program: `manage.py rebuild`."""

from analysis.rebuilding.slow import SLOW
from analysis.rebuilding.target import Target
from analysis.rebuilding.targets import PATTERNS, TARGETS, find

__all__ = ["PATTERNS", "SLOW", "TARGETS", "Target", "find"]
