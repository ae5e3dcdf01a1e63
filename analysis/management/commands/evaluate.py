"""Evaluate an agent with a pool of partners: `manage.py evaluate AGENT --pool POOL`."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError

from agents.archives.setting import SCORINGS
from agents.challengers import challenger
from agents.management.long_command import LongCommand, ProgressPrinter
from agents.matchups.core_games import PlayedGames
from agents.matchups.playing import Plan
from analysis.evaluate.evaluation import evaluate
from analysis.evaluate.pools import generated, pool
from analysis.evaluate.report import MemberReport, PlaceReport, Report, rows_of
from analysis.evaluate.storage import store
from analysis.models import Evaluation
from analysis.tables import BadTable, Table, check
from native import Rules


class Command(LongCommand):
    help = (
        "Play an agent with every member of a pool, on a random seat with copies of the member on "
        "the others: its mean score is its ad-hoc performance. Beside it, from the same deals: the "
        "best fixed agent of the pool (generalist), each member's best partner in the pool "
        "(best member), and the agent with itself. For an adaptive agent, also what its own pool "
        "can do."
    )
    refusals = (BadTable,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("agent", metavar="AGENT", help="such as rules:piers, or python:package.module:Class")
        add(
            "--pool",
            default="pool:literature7",
            help="pool:literature7, pool:<run> (its valid elites), fresh:<individuals> (a run made "
            "for this evaluation), or a file of addresses",
        )
        add("--games", type=int, default=1000, help="games with each member (1000)")
        add("--seed", default="1", help="seed of deals, seats and random choices (1)")
        add("--scoring", choices=SCORINGS, default="stacks", help="how games are scored (stacks)")
        add("--players", type=int, default=2, help="seats, 2 to 6 (2)")
        add("--session", type=int, default=1, help="games in a row with one partner (1)")
        add("--shown", type=int, default=0, help="self-play games of the partner seen before (0)")
        add("--threads", type=int, default=os.cpu_count() or 1, help="threads (one per processor)")
        add("--keep", action="store_true", help="store the report for the agent's page")
        add("--rows", metavar="FILE", help="write every game to a .parquet, .csv or .jsonl file")
        add("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["keep"] and options["shown"]:
            words = "Only evaluations without shown games are stored for pages; leave --keep out."
            raise CommandError(words, returncode=2)
        _refuse_unstorable(options)
        report = self._report(options)
        if options["keep"]:
            store(report)
        self.answer(report.as_json(), "\n".join(lines(report)), as_json=options["json"])

    def _report(self, options: dict[str, Any]) -> Report:
        rules = Rules.standard(options["players"])
        chosen = ("games", "seed", "scoring", "session", "threads", "shown")
        plan = Plan(rules, **{name: options[name] for name in chosen})
        agent = challenger(options["agent"])
        agent.refuse_unless_seatable(rules, with_people=False)
        partners = pool(generated(options["pool"], rules.players, options["threads"]), rules)
        games: list[Table] = []

        def tell(what: str) -> ProgressPrinter:
            return ProgressPrinter(self.stderr, unit="parts", label=what)

        def keep(played: PlayedGames) -> None:
            games.append(rows_of(agent, partners, plan, played))

        rows = options["rows"]
        report = evaluate(agent, partners, plan, progress=tell, keep=keep if rows else None)
        for table in games:
            table.save(rows)
        return report


def _refuse_unstorable(options: dict[str, Any]) -> None:
    """Raise CommandError before the games are played if the database has no tables yet, BadTable if
    the file of games cannot be written.
    """
    try:
        if options["keep"]:
            Evaluation.objects.exists()
        if options["rows"]:
            check(options["rows"])
    except DatabaseError as error:
        words = f"The database has no tables yet ({error}); run manage.py migrate first."
        raise CommandError(words, returncode=2) from None


def lines(report: Report) -> list[str]:
    """Return the report as lines of text."""
    texts = [
        f"{report.agent} with {report.pool}: {report.mean:.2f}{_ends(report)}, "
        f"{report.games} games with each of {len(report.members)}, {report.scoring}",
        f"  weighted    {report.weighted:6.2f}  who play alike count once: "
        f"{report.effective_members:.1f} members in that sense",
        f"  worst       {report.worst:6.2f}  with {report.worst_member}",
        f"  generalist  {report.generalist:6.2f}  {report.generalist_agent}",
        f"  best member {report.oracle:6.2f}  each member's best partner in the pool",
        f"  self-play   {report.self_play:6.2f}",
    ]
    if report.own_pool:
        texts += [
            f"  {name:<11} {getattr(report, key):6.2f}  of its own pool; it is "
            f"{getattr(report, f'{key}_gain'):+.2f} "
            f"± {getattr(report, f'{key}_gain_sem') or 0:.2f} above"
            for name, key in (("fixed", "own_generalist"), ("best answer", "own_oracle"))
        ]
    texts += [f"  {member.mean:6.2f}{_ends(member)}  {member.agent}" for member in report.members]
    for place, game in enumerate(report.by_game, start=1):
        texts.append(f"  game {place:3} with a partner: {game.mean:.2f}{_ends(game)}")
    return texts


def _ends(mean: Report | MemberReport | PlaceReport) -> str:
    """Return the 95% interval of a mean in parentheses, or nothing if it has none."""
    return "" if mean.low is None else f" (95%: {mean.low:.2f} to {mean.high:.2f})"
