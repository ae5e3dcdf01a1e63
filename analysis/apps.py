"""The Django app of the analysis pages."""

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    """Configure the Django app `analysis`."""

    name = "analysis"

    def ready(self) -> None:
        """Connect the handler that stores finished games as traces (by importing its module), and
        register the lookup by which the replay page finds stored traces.
        """
        from analysis.traces import tables
        from game.replays import recorded

        recorded.register(tables.find)
