"""How far a long command is, in lines on its error stream."""

from __future__ import annotations

from django.core.management.base import OutputWrapper

from agents.management.progress_line import Teller
from agents.runs.progress import Meter


class ProgressReport(Teller):
    """Tells every second how many parts are done and how long the rest takes. What comes before
    the first part does not count."""

    def __init__(self, stream: OutputWrapper, what: str) -> None:
        super().__init__(stream, Meter(None, unit="parts", label=what))
