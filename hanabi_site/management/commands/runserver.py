"""`manage.py runserver`: Django's usual name for `serve`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

HERE = "127.0.0.1"


class Command(BaseCommand):
    help = "Serve the site until it is interrupted, as serve does."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", nargs="?", default="8000", help="PORT or HOST:PORT")

    def handle(self, *args: Any, address: str, **options: Any) -> None:
        host, _, port = address.rpartition(":")
        if not port.isdecimal():
            raise CommandError(f"Write PORT or HOST:PORT, such as {HERE}:8000.", returncode=2)
        call_command("serve", host=host or HERE, port=int(port))
