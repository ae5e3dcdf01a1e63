"""Progress of a long command, as lines on its error stream."""

from __future__ import annotations

from django.core.management.base import OutputWrapper

from agents.management.long_command import ProgressPrinter
from agents.runs.progress import Meter


class ProgressReport(ProgressPrinter):
    """Report once a second how many parts are done and how long the rest will take.

    Time before the first part is not counted.
    """

    def __init__(self, stream: OutputWrapper, what: str) -> None:
        super().__init__(stream, Meter(None, unit="parts", label=what))
