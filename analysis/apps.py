"""The Django app of the analysis pages."""

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    """Configure the Django app `analysis`."""

    name = "analysis"

    def ready(self) -> None:
        """Connect the traces to the game's signals and replays."""
        from analysis.traces import tables
        from game.replays import recorded

        recorded.register(tables.find)
