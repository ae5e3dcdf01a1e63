"""The Django app of the analysis pages."""

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    """Configure the Django app `analysis`."""

    name = "analysis"

    def ready(self) -> None:
        """Let finished games be stored as traces, and let the replay page find games by their
        trace.
        """
        from analysis.traces import tables
        from game.replays import recorded

        recorded.register(tables.find)
