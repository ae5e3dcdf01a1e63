from django.apps import AppConfig


class GameConfig(AppConfig):
    name = "game"

    def ready(self) -> None:
        from game.replays import elsewhere, uploads

        elsewhere.register(uploads.find)
