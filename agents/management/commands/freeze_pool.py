"""Freeze a pool, so that figures of different days compare: `manage.py freeze_pool paper-1 1`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from agents.contract import AgentError
from agents.pools import members
from agents.pools.freezing import freeze


class Command(BaseCommand):
    help = "Write down a pool's members with their versions; pool:NAME@VERSION names it."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("pool", help="such as paper-1")
        parser.add_argument("version", type=int, help="from 1")

    def handle(self, *, pool: str, version: int, **options: Any) -> None:
        try:
            frozen = freeze(pool, members.addresses(pool), version)
        except AgentError as error:
            raise CommandError(str(error), returncode=2) from None
        self.stdout.write(f"{frozen.name}: {len(frozen.members)} members")
