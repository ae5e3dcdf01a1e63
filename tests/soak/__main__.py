"""Kill the site at random moments of games: `python -m tests.soak --kills 1000`.

Kills the processes of a server (kill -9), and cuts off its database and Redis where their addresses
are given. Then compares the moves that were acknowledged with the moves that the database stores.
Ctrl+C ends the killing early. Exits with status 1 if a move was lost or doubled.
"""

import asyncio
import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from tempfile import TemporaryDirectory

import django

from tests.soak.run import Outcome, Plan, run

LINES = 20
"""How many discrepancies are printed."""


def plan_of(arguments: list[str] | None) -> Plan:
    """Parse the command line. Exits with status 2 and a message if an option is invalid."""
    parser = ArgumentParser(
        "python -m tests.soak", description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--kills", type=int, default=20, help="how often something is killed (20)")
    add("--tables", type=int, default=6, help="games at the same time (6)")
    add("--processes", type=int, default=1, help="of the site (1)")
    add("--database", default="", help="postgres://… of an empty database; else SQLite")
    add("--redis", default="", help="redis://…, for several processes")
    add("--seed", default="soak", help="of the moves and the kills")
    plan = Plan(**vars(parser.parse_args(arguments)))
    if min(plan.kills, plan.tables, plan.processes) < 1:
        parser.error("Kills, tables and processes are 1 or more.")
    if plan.processes > 1 and not (plan.database and plan.redis):
        parser.error("Several processes need --database and --redis.")
    return plan


def report(outcome: Outcome) -> str:
    """Return what was killed and what the site promised and stored, as one sentence."""
    account = outcome.account
    parts = ", ".join(f"{count} × {name}" for name, count in outcome.killed.items())
    return (
        f"Killed {sum(outcome.killed.values())} times ({parts}); {account.games} games ended; "
        f"{len(account.acknowledged):,} moves of people acknowledged, {outcome.stored:,} moves "
        f"stored; dialled {account.dialled:,} times, waited {account.waited:,} times."
    )


def main(arguments: list[str] | None = None) -> None:
    """Run the soak test and print what it found."""
    plan = plan_of(arguments)
    with TemporaryDirectory() as folder:
        try:
            outcome = asyncio.run(run(plan, Path(folder), _say))
        except RuntimeError as error:
            sys.exit(str(error))
    sys.stdout.write(f"{report(outcome)}\n")
    if outcome.wrong:
        sys.exit("\n".join(["Wrong:", *outcome.wrong[:LINES]]))
    sys.stdout.write("Nothing was lost or doubled.\n")


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hanabi_site.settings")
    django.setup()
    main()
