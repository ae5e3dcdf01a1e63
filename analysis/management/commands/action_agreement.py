"""`manage.py action_agreement`: how often elites of a run, or agents and the players of recorded
games, choose the same move.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from agents import registry
from agents.challengers import challenger
from agents.management.executor_options import add_executor_options, chosen_executor
from agents.management.long_command import LongCommand, ProgressPrinter
from agents.runs.errors import check_range
from analysis.diversity import action_agreement, crossplay
from analysis.partners.action_agreement import KINDS, Agreement, PeoplesGame, agreements
from analysis.traces.importing import games_in
from native.play.matches import Moment
from native.records import BadRecord, RefusedGame


class Command(LongCommand):
    help = (
        "Measure in how many turns two agents choose the same move. Name a run: its elites record "
        "games, and each pair of elites is compared on all turns. Or name recorded games after "
        "--people: the share of people's moves that each agent would have made too is printed by "
        "number of players, with standard errors over people (over games where the file does not "
        "say who they were), and the base rate of any legal move; the best mean over plays, "
        "discards and clues comes first. Files are those that `import_traces` reads."
    )
    stopped = "Stopped. Nothing was changed."

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("run", nargs="?", help="name of the run")
        add("--people", nargs="+", metavar="FILE", help="recorded games; - is stdin")
        add("--agents", nargs="+", metavar="AGENT", help="compared with --people (all named)")
        add(
            "--games",
            type=int,
            default=action_agreement.GAMES,
            help="recorded by each elite of a run (%(default)s)",
        )
        add("--seed", help="of a run's games (1), or of agents' random choices (0)")
        add_executor_options(parser)
        add("--json", action="store_true", help="print JSON, with --people one object a row")

    def handle(self, *args: Any, **options: Any) -> None:
        run, files = options["run"], options["people"]
        if bool(run) == bool(files):
            raise CommandError("Name a run, or recorded games after --people.", returncode=2)
        if files:
            self._people(files, options["agents"], options["seed"] or "0", options["json"])
        else:
            self._run(run, options)

    def _run(self, run: str, options: dict[str, Any]) -> None:
        games = options["games"]
        check_range("games", games, 1, 1000)
        with chosen_executor(options) as executor:
            teller = ProgressPrinter(self.stderr, unit="parts", label=run)
            table = action_agreement.make(run, executor, games, options["seed"] or "1", teller)
        report = {
            "run": run,
            "elites": len(table.places),
            "games": games,
            "seed": table.seed,
            "turns": int(table.turns[Moment.AS_PLAYED]),
            **{m.name.lower(): _moment(table, m) for m in Moment},
        }
        self.answer(report, "\n".join(_lines(report)), as_json=options["json"])

    def _people(self, files: list[str], agents: list[str] | None, seed: str, as_json: bool) -> None:
        for file in files:
            if file != "-" and not Path(file).exists():
                raise CommandError(f"There is no file {file!r}.", returncode=2)
        entries = [challenger(one) for one in agents] if agents else registry.seatable()
        rows = agreements(_games(files), entries, seed)
        if not rows:
            raise CommandError("None of these agents can play any of these games in the core.")
        lines = (json.dumps(_facts(row)) for row in rows) if as_json else _table(rows)
        for line in lines:
            self.stdout.write(line)


def _moment(table: action_agreement.ActionAgreement, moment: Moment) -> dict[str, Any]:
    points = crossplay.by_distance(table.places, table.shares(moment))
    return {
        "legal_moves": round(table.mean_options(moment), 3),
        "agreement_by_distance": {far: round(e.value or 0, 4) for far, e in points},
    }


def _lines(report: dict[str, Any]) -> list[str]:
    played, ended = (report[m.name.lower()] for m in Moment)
    near, far = (m["agreement_by_distance"] for m in (played, ended))
    return [
        f"{report['run']}: {report['elites']} elites, {report['turns']:,} turns of "
        f"{report['games']} games each",
        "                  as played   at the end",
        f"{'legal moves':17}{played['legal_moves']:10.2f}{ended['legal_moves']:13.2f}",
        *(f"{f'distance {d}':17}{near[d]:10.3f}{far[d]:13.3f}" for d in near),
    ]


def _games(files: list[str]) -> Iterator[PeoplesGame]:
    """Yield the games of these files that can be read and replayed. Raise BadRecord if a file has
    none.
    """
    for file in files:
        refused, found = "there is no game in it", False
        for one in games_in(file):
            if isinstance(one, RefusedGame):
                refused = one.reason
                continue
            found = True
            played = {fact.seat for fact in one.document.lab.seats if fact.kind == "person"}
            keys = (person.key if person else "" for person in one.people)
            people = (key if seat in played else None for seat, key in enumerate(keys))
            yield PeoplesGame(one.game, tuple(people))
        if not found:
            raise BadRecord(f"{file}: {refused}")


def _table(rows: list[Agreement]) -> Iterator[str]:
    """Yield the rows as text, each number of players preceded by its base rate."""
    width = max(16, *(len(row.address) for row in rows))
    heads = f"{'even':>7}" + "".join(f"{kind:>14}" for kind in KINDS)
    yield f"players  {'agent':{width}}  games   moves{heads}"
    sizes: set[int | None] = set()
    for row in rows:
        shares = "".join(f"{_text(row, kind):>14}" for kind in KINDS)
        size = row.players or "all"
        if row.players not in sizes:
            sizes.add(row.players)
            luck = "".join(f"{row.chance(kind) or 0:>14.3f}" for kind in KINDS)
            blank = f"{row.games:5}  {row.moves:6}{'':7}{luck}"
            yield f"{size:>7}  {'(any legal move)':{width}}  {blank}"
        yield (
            f"{size:>7}  {row.address:{width}}  "
            f"{row.games:5}  {row.moves:6}{row.even or 0:7.3f}{shares}"
        )


def _text(row: Agreement, kind: str) -> str:
    share = row.share(kind)
    if share.value is None:
        return "-"
    return f"{share.value:.3f}" + (f" ±{share.sem:.3f}" if share.sem is not None else "")


def _facts(row: Agreement) -> dict[str, Any]:
    shares = {kind: row.share(kind) for kind in KINDS}
    return {
        "agent": row.address,
        "players": row.players,
        "games": row.games,
        "moves": row.moves,
        "even": row.even,
        **{f"chance_{kind}": row.chance(kind) for kind in KINDS},
        **{kind: share.value for kind, share in shares.items()},
        **{f"sem_{kind}": share.sem for kind, share in shares.items()},
    }
