"""`manage.py load_test --tables 200 --seconds 60`: how many tables a server carries."""

from __future__ import annotations

import asyncio
import json
from argparse import ArgumentParser
from importlib.util import find_spec
from os import environ
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from hanabi_site.load.report import numbers, sentences
from hanabi_site.load.run import Outcome, Plan, run
from hanabi_site.load.site import Site
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
        add("--crowd", type=int, default=0, help="more spectators, at one table (0)")
        add("--readers", type=int, default=0, help="clients that read figures in a loop (0)")
        add("--processes", type=int, default=1, help="of the site, behind nginx if several (1)")
        add("--finished", type=int, default=0, help="games that the database holds before (0)")
        add("--url", default="", help="a running site; without it one is started, empty")
        add("--seed", default="load", help="of the moves")
        add("--json", action="store_true", help="print numbers for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        if find_spec("websockets") is None:
            raise CommandError("A load needs the package websockets: make dev")
        plan = Plan(**{name: options[name] for name in Plan.__dataclass_fields__})
        if not (1 <= plan.tables <= 5000 and 1 <= plan.seconds <= 86400):
            raise CommandError("1 to 5,000 tables can be filled, for 1 s to a day.")
        if not (1 <= options["processes"] <= 64 and 0 <= options["finished"] <= 1_000_000):
            raise CommandError("1 to 64 processes, and up to 1,000,000 finished games.")
        if not (0 <= plan.crowd <= 5000 and 0 <= plan.readers <= 100):
            raise CommandError("A crowd is up to 5,000, and readers are up to 100.")
        if plan.pace < 0 or not 0 <= plan.bots <= 1 or not 0 <= plan.onlookers <= 1000:
            raise CommandError("A pace is 0 or more, a share 0 to 1, and onlookers 0 to 1,000.")
        try:
            outcome = self._measured(plan, options)
        except (Unwelcome, RuntimeError) as error:
            raise CommandError(str(error)) from error
        told = json.dumps(numbers(plan, outcome)) if options["json"] else sentences(plan, outcome)
        self.stdout.write(told)

    def _measured(self, plan: Plan, options: dict[str, Any]) -> Outcome:
        if options["url"]:
            return asyncio.run(run(plan, options["url"].rstrip("/")))
        processes, finished = options["processes"], options["finished"]
        if processes > 1 and not (environ.get("LOAD_DATABASE_URL") and environ.get("REDIS_URL")):
            raise CommandError("Several processes need LOAD_DATABASE_URL and REDIS_URL.")
        with TemporaryDirectory() as folder, Site(Path(folder), processes, finished) as site:
            return asyncio.run(run(plan, site.url, site))
