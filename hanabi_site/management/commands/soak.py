"""`manage.py soak --kills 1000`: kill the site at random moments of games; nothing may be lost."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from hanabi_site.soak.run import Plan, run


class Command(BaseCommand):
    help = (
        "Kill a server's processes (kill -9), and cut off its database and Redis where their "
        "addresses are given, at random moments of games; compare what was acknowledged with what "
        "was kept."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--kills", type=int, default=20)
        add("--tables", type=int, default=6, help="games at the same time (6)")
        add("--processes", type=int, default=1, help="of the site (1)")
        add("--database", default="", help="postgres://… of an empty database; else SQLite")
        add("--redis", default="", help="redis://…, for several processes")
        add("--seed", default="soak")

    def handle(self, *args: Any, **options: Any) -> None:
        if find_spec("websockets") is None:
            raise CommandError("A soak needs the package websockets: make dev")
        plan = Plan(**{name: options[name] for name in Plan.__dataclass_fields__})
        if min(plan.kills, plan.tables, plan.processes) < 1:
            raise CommandError("Kills, tables and processes are 1 or more.")
        if plan.processes > 1 and not (plan.database and plan.redis):
            raise CommandError("Several processes need --database and --redis.")
        with TemporaryDirectory() as folder:
            try:
                outcome = asyncio.run(run(plan, Path(folder), self.stderr.write))
            except RuntimeError as error:
                raise CommandError(str(error)) from error
        account = outcome.account
        parts = ", ".join(f"{count} × {name}" for name, count in outcome.killed.items())
        self.stdout.write(
            f"Killed {sum(outcome.killed.values())} times ({parts}); {account.games} games ended; "
            f"{len(account.acknowledged):,} moves of people acknowledged, {outcome.kept:,} moves "
            f"kept; dialled {account.dialled:,} times, waited {account.waited:,} times."
        )
        if outcome.wrong:
            raise CommandError("\n".join(["Wrong:", *outcome.wrong[:20]]))
        self.stdout.write("Nothing was lost or doubled.")
