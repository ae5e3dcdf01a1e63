"""`manage.py load_test --tables 200 --seconds 60`: how many tables a server carries."""

from __future__ import annotations

import asyncio
import json
from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from hanabi_site.load.report import numbers, sentences
from hanabi_site.load.run import Outcome, Plan, run
from hanabi_site.load.server import OwnServer
from hanabi_site.load.visitor import Unwelcome


class Command(BaseCommand):
    help = "Fill tables with people and bots over real sockets, and measure how long moves take."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--tables", type=int, default=20, help="tables that are played at (20)")
        add("--seconds", type=float, default=30, help="seconds that are measured (30)")
        add("--pace", type=float, default=2.0, help="mean seconds of a person's move; 0: flat out")
        add("--bots", type=float, default=0.5, help="share of tables with an agent (0.5)")
        add("--agent", default="conv:expert", help="the agent there (conv:expert)")
        add("--onlookers", type=int, default=0, help="spectators at every table (0)")
        add("--url", default="", help="a running site; without it one is started, empty")
        add("--seed", default="load", help="of the moves")
        add("--json", action="store_true", help="print numbers for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        if find_spec("websockets") is None:
            raise CommandError("A load needs the package websockets: make dev")
        plan = Plan(**{name: options[name] for name in Plan.__dataclass_fields__})
        if not (1 <= plan.tables <= 5000 and 1 <= plan.seconds <= 86400):
            raise CommandError("1 to 5,000 tables can be filled, for 1 s to a day.")
        if plan.pace < 0 or not 0 <= plan.bots <= 1 or not 0 <= plan.onlookers <= 1000:
            raise CommandError("A pace is 0 or more, a share 0 to 1, and onlookers 0 to 1,000.")
        try:
            outcome = self._measured(plan, options["url"])
        except (Unwelcome, RuntimeError) as error:
            raise CommandError(str(error)) from error
        told = json.dumps(numbers(plan, outcome)) if options["json"] else sentences(plan, outcome)
        self.stdout.write(told)

    def _measured(self, plan: Plan, url: str) -> Outcome:
        if url:
            return asyncio.run(run(plan, url.rstrip("/")))
        with TemporaryDirectory() as folder, OwnServer(Path(folder)) as server:
            return asyncio.run(run(plan, server.url, server))
