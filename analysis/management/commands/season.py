"""Run sealed seasons: `manage.py season open spring --closes 2027-03-01`.

A season is a contest in which submitted agents play with a secret pool of partners: rule lists
that the generator breeds from a secret seed. Seed, pool and results are released after its end.
"""

import json
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from agents.management.long_command import LongCommand, ProgressLine
from agents.runs.errors import BadRun
from analysis.protocols import season_record, season_schedule, season_table, seasons
from analysis.protocols.season_record import Terms
from analysis.protocols.season_table import SeasonRow

ACTIONS = {
    "open": "breed a secret pool and publish the season's terms",
    "submit": "register an agent and its version; then `play` plays it",
    "token": "register an agent elsewhere, and print the key with which it plays over a socket",
    "play": "play the submissions that have no result",
    "respond": "find the best responses to the members before the end, unseen; `close` does it too",
    "table": "print the results",
    "close": "release seed, pool and results into a new folder, after the season's end",
    "keep": "play, close and open all seasons that are due, for a daily timer",
    "verify": "make a released season again and compare every number",
}


class Command(LongCommand):
    help = (
        "Run sealed seasons. Agents play with a pool that the generator breeds from a secret seed; "
        "at the season's end seed, pool and results are released, and anybody can make the season "
        "again with `season verify FOLDER`. Actions: "
        + "; ".join(f"`{name}`: {about}" for name, about in ACTIONS.items())
        + "."
    )
    stopped = "Stopped. The same command continues where it stopped."

    def add_arguments(self, parser: CommandParser | ArgumentParser) -> None:
        add = parser.add_argument
        add("action", choices=ACTIONS)
        add(
            "season",
            metavar="SEASON",
            nargs="?",
            default="",
            help="its name; `verify`: folder or file",
        )
        add("what", nargs="?", default="", help="`submit`, `token`: an agent; `close`: a folder")
        add("text", metavar="version", nargs="?", default="", help="its version (for `token`)")
        add("--closes", help="day of the end, 0:00 UTC (for `open`)")
        add("--players", type=int, default=2, help="seats (%(default)s)")
        add("--members", type=int, default=8, help="size of the pool (%(default)s)")
        add("--deals", type=int, default=1000, help="games with each member (%(default)s)")
        add("--individuals", type=int, default=20_000, help="rule lists bred (%(default)s)")
        add("--submissions", type=int, default=3, help="most versions of one agent (%(default)s)")
        add(
            "--responses",
            type=int,
            default=100,
            help="deals that choose the best response to each member, and as many that measure it "
            "(%(default)s; 0: no best responses)",
        )
        add(
            "--socket-deals",
            type=int,
            default=50,
            help="games of an external agent with each member (%(default)s; 0: no such agents)",
        )
        add(
            "--every",
            type=int,
            default=0,
            help="length in days of the next season, opened when this one closes (0: none)",
        )
        add("--threads", type=int, default=1, help="threads (%(default)s)")
        add("--json", action="store_true", help="print one JSON object (for `table`)")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["season"] and options["action"] != "keep":
            raise CommandError("Name the season.", returncode=2)
        if options["season"] and options["action"] == "keep":
            raise CommandError("`keep` runs every season: give no name.", returncode=2)
        line = ProgressLine(self.stderr)
        getattr(self, f"_{options['action']}")(options, line.show)

    def _open(self, options: dict[str, Any], say: seasons.Say) -> None:
        now = datetime.now(UTC)
        fields = ["players", "members", "deals", "individuals", "submissions", "every"]
        fields += ["responses", "socket_deals"]
        wanted = Terms(
            options["season"], now, _day(options["closes"]), **{one: options[one] for one in fields}
        )
        opened = seasons.open_season(wanted, say)
        self.stdout.write(f"{opened.name} is open. Commitment: {opened.commitment}")

    def _submit(self, options: dict[str, Any], say: seasons.Say) -> None:
        sent = seasons.submit(options["season"], options["what"], datetime.now(UTC))
        self.stdout.write(f"{sent.agent}, version {sent.version}, is submitted.")

    def _token(self, options: dict[str, Any], say: seasons.Say) -> None:
        now = datetime.now(UTC)
        self.stdout.write(seasons.key(options["season"], options["what"], options["text"], now))
        self.stderr.write("The key is shown only once, and its agent is submitted. docs/ah2ac2.md")

    def _play(self, options: dict[str, Any], say: seasons.Say) -> None:
        done = seasons.play(options["season"], options["threads"], say)
        self.stdout.write(f"Submissions played: {len(done)}.")

    def _respond(self, options: dict[str, Any], say: seasons.Say) -> None:
        found = seasons.respond(options["season"], say)
        self.stdout.write(f"Best responses to {len(found)} members are known; `close` shows them.")

    def _table(self, options: dict[str, Any], say: seasons.Say) -> None:
        known = season_record.terms(options["season"])
        found, sent = season_record.responses(known.name), season_record.submissions(known.name)
        rows = season_table.table(season_record.results(known.name), found, sent)
        behind = season_table.yardstick(found)
        if options["json"]:
            facts = {"season": known.name, "regret_behind": behind, "rows": [*map(_facts, rows)]}
            self.stdout.write(json.dumps(facts))
            return
        for row in rows:
            facts = _facts(row)
            margin = "" if row.regret_margin is None else f" ± {row.regret_margin:.2f}"
            self.stdout.write(
                f"{facts['place']:>7} {row.agent:32} {facts['mean']:6.2f} "
                f"({facts['low']:.2f} to {facts['high']:.2f})  regret {row.regret:.2f}{margin}  "
                f"worst {row.worst:.2f} with member {row.worst_member}  "
                f"{facts['verified']}, {row.games} games"
            )
        for one in season_record.unfinished(known.name):
            self.stdout.write(f"      - {one.agent}, version {one.version}: not finished")
        self.stdout.write(f"Regret: points behind {behind}, on average.")

    def _close(self, options: dict[str, Any], say: seasons.Say) -> None:
        if not options["what"]:
            raise BadRun("Name a new folder for the release.")
        to = Path(options["what"])
        seasons.close(options["season"], to, datetime.now(UTC), options["threads"], say)
        self.stdout.write(f"The season is released in {to}.")

    def _keep(self, options: dict[str, Any], say: seasons.Say) -> None:
        for line in season_schedule.keep(datetime.now(UTC), options["threads"], say):
            self.stdout.write(line)

    def _verify(self, options: dict[str, Any], say: seasons.Say) -> None:
        path = Path(options["season"])
        wrong = seasons.verify(path, options["threads"], say)
        if wrong:
            raise CommandError("; ".join(wrong), returncode=1)
        # The release alone cannot show that the seed was chosen before the submissions.
        file = path / season_record.RELEASE if path.is_dir() else path
        known = season_record.read(file, season_record.Season).terms
        self.stdout.write(
            "The season is as it says: every number is the same. Compare its fingerprint with the "
            f"one published at the opening: {known.commitment}"
        )


def _day(text: str | None) -> datetime:
    """Return midnight UTC of a day. Raise BadRun if it is none."""
    try:
        return datetime.strptime(text or "", "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise BadRun(f"Write --closes as a day such as 2027-03-01, not {text}.") from None


def _facts(row: SeasonRow) -> dict[str, Any]:
    """Return a row as JSON values."""
    first, last = row.place
    return {
        "place": f"{first}" if first == last else f"{first}-{last}",
        "agent": row.agent,
        "version": row.version,
        "mean": round(row.mean.value or 0, 4),
        "low": round(row.mean.low or 0, 4),
        "high": round(row.mean.high or 0, 4),
        "regret": round(row.regret, 4),
        "regret_margin": None if row.regret_margin is None else round(row.regret_margin, 4),
        "worst": round(row.worst, 4),
        "worst_member": row.worst_member,
        "games": row.games,
        "verified": "replayed" if row.replayed else "recomputed",
    }
