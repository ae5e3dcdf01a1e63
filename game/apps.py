"""The Django application of the game."""

from django.apps import AppConfig


class GameConfig(AppConfig):
    """The app's configuration; it registers uploads as a source of replays."""

    name = "game"

    def ready(self) -> None:
        """Register the finder of uploaded games."""
        from game.replays import recorded, uploads

        recorded.register(uploads.find)
