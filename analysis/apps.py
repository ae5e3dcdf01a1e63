from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    name = "analysis"

    def ready(self) -> None:
        from analysis.traces import finishing, replaying  # noqa: F401
        from game.replays import elsewhere

        elsewhere.register(replaying.find)
