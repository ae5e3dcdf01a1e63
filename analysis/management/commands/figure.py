"""Print a figure's numbers: `manage.py figure '/analysis/partners/?players=2' partners`."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.management.base import BaseCommand, CommandError
from django.http import Http404
from django.test import RequestFactory
from django.urls import Resolver404, resolve

from game.models import Player
from game.tables.people import SESSION_KEY


class Command(BaseCommand):
    help = "Print a figure's table as the page shows it to everyone, or to the given player."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "address", help="URL of the page, such as '/analysis/partners/?players=2'"
        )
        parser.add_argument("name", help="name of the figure")
        parser.add_argument(
            "--format", choices=["csv", "json"], default="csv", help="csv if left out"
        )
        parser.add_argument("--player", type=int, help="number of the player who opens the page")

    def handle(self, *, address: str, name: str, **options: Any) -> None:
        path, _, query = address.partition("?")
        wish = f"figure={name}&format={options['format']}"
        player = _player(options["player"])
        try:
            found = resolve(path)
            if not found.func.__module__.startswith("analysis.views."):
                raise CommandError(f"There are no figures on {path}.", returncode=2)
            request = RequestFactory().get(f"{path}?{query}&{wish}" if query else f"{path}?{wish}")
            request.user = (player and player.user) or AnonymousUser()
            request.session = {SESSION_KEY: player.key} if player else {}  # type: ignore[assignment]
            response = found.func(request, *found.args, **found.kwargs)
        except Resolver404:
            raise CommandError(f"There is no page {path}.", returncode=2) from None
        except Http404 as error:
            raise CommandError(f"{address}: {error}", returncode=2) from None
        if response.status_code != 200:
            words = response.content.decode() if response.status_code == 400 else ""
            said = words or f"The page answers {response.status_code}."
            raise CommandError(f"{address}: {said}", returncode=2)
        if f'"{name}.{options["format"]}"' not in response.get("Content-Disposition", ""):
            raise CommandError(f"There is no figure {name} on {path}.", returncode=2)
        self.stdout.write(response.content.decode(), ending="")


def _player(number: int | None) -> Player | None:
    if number is None:
        return None
    player = Player.objects.select_related("user").filter(pk=number).first()
    if player is None:
        raise CommandError(f"There is no player {number}.", returncode=2)
    return player
