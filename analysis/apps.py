"""The Django app of the analysis pages."""

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    """Configure the Django app `analysis`."""

    name = "analysis"

    def ready(self) -> None:
        """Connect the handler that stores finished games as traces (by importing its module), and
        register the lookups by which the replay page finds stored traces, and by which a person
        whose table was deleted finds the way on.
        """
        from analysis.studies.teams import left_by_partner
        from analysis.traces import tables
        from game.replays import recorded
        from game.views import finding

        recorded.register(tables.find)
        finding.register(left_by_partner)
