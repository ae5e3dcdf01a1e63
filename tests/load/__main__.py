"""Measure how many tables a server carries: `python -m tests.load --tables 200 --seconds 60`.

Simulated people, agents and spectators sit at many tables, over HTTP and real sockets. The test
measures how long each move takes to be accepted and shown to the others. Without --url it starts a
site of its own, on an empty SQLite file or the database of LOAD_DATABASE_URL. Several processes
need LOAD_DATABASE_URL and REDIS_URL.
"""

import asyncio
import json
import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path
from tempfile import TemporaryDirectory

import django

from tests.load.report import numbers, sentences
from tests.load.run import Outcome, Plan, run
from tests.load.site import Site
from tests.load.visitor import Unwelcome

RANGES = {
    "tables": (1, 5000),
    "seconds": (1, 86_400),
    "pace": (0, 86_400),
    "bots": (0, 1),
    "slow": (0, 1000),
    "onlookers": (0, 1000),
    "crowd": (0, 5000),
    "readers": (0, 100),
    "processes": (1, 64),
    "finished": (0, 1_000_000),
}
"""The least and the greatest value of each numeric option."""


def options(arguments: list[str] | None) -> Namespace:
    """Parse the command line. Exits with status 2 and a message if an option is invalid."""
    parser = ArgumentParser(
        "python -m tests.load", description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--tables", type=int, default=20, help="tables that are played at (20)")
    add("--seconds", type=float, default=30, help="seconds that are measured (30)")
    add("--pace", type=float, default=2.0, help="mean seconds before a person moves (2)")
    add("--bots", type=float, default=0.5, help="share of tables with an agent (0.5)")
    add("--agent", default="conv:expert", help="the agent there (conv:expert)")
    add("--slow", type=int, default=0, help="more tables, where slow agents play alone (0)")
    add("--slow-agent", default=Plan.slow_agent, help=f"the agent there ({Plan.slow_agent})")
    add("--onlookers", type=int, default=0, help="spectators at every table (0)")
    add("--crowd", type=int, default=0, help="more spectators, at one table (0)")
    add("--readers", type=int, default=0, help="clients that read figures in a loop (0)")
    add("--processes", type=int, default=1, help="of the site, behind nginx if several (1)")
    add("--finished", type=int, default=0, help="games that the database holds before (0)")
    add("--url", default="", help="a running site; without it one is started, empty")
    add("--seed", default="load", help="of the moves")
    add("--json", action="store_true", help="print numbers for programs")
    chosen = parser.parse_args(arguments)
    for name, (least, most) in RANGES.items():
        if not least <= getattr(chosen, name) <= most:
            parser.error(f"--{name} must be {least:,} to {most:,}.")
    services = os.environ.get("LOAD_DATABASE_URL") and os.environ.get("REDIS_URL")
    if chosen.processes > 1 and not chosen.url and not services:
        parser.error("Several processes need LOAD_DATABASE_URL and REDIS_URL.")
    return chosen


def measured(plan: Plan, chosen: Namespace) -> Outcome:
    """Run the load test on the site at --url, or on one of its own."""
    if chosen.url:
        return asyncio.run(run(plan, chosen.url.rstrip("/")))
    with (
        TemporaryDirectory() as folder,
        Site(Path(folder), chosen.processes, chosen.finished) as site,
    ):
        return asyncio.run(run(plan, site.url, site))


def main(arguments: list[str] | None = None) -> None:
    """Run the load test and print its report. Exits with a message if the site does not answer."""
    chosen = options(arguments)
    plan = Plan(**{name: getattr(chosen, name) for name in Plan.__dataclass_fields__})
    try:
        outcome = measured(plan, chosen)
    except (Unwelcome, RuntimeError) as error:
        sys.exit(str(error))
    report = json.dumps(numbers(plan, outcome)) if chosen.json else sentences(plan, outcome)
    sys.stdout.write(f"{report}\n")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hanabi_site.settings")
    django.setup()
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
