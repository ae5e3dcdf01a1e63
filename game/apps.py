"""The Django application of the game."""

from django.apps import AppConfig


class GameConfig(AppConfig):
    """The Django app's configuration; it registers uploaded games as a source of replays."""

    name = "game"

    def ready(self) -> None:
        """Register `game.replays.uploads`, so that replays of uploaded games are found by their
        addresses.
        """
        from game.replays import recorded, uploads

        recorded.register(uploads.find)
