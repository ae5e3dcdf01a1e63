"""How like people agents play: `manage.py likeness tests/data/hanab_live_mit.tar.xz`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from agents import registry
from agents.contract import AgentError
from analysis.partners.likeness import KINDS, Likeness, likeness
from native import Game
from native.records import Refused, load, replay


class Command(BaseCommand):
    help = (
        "Let agents answer every turn of recorded games of people: which of their plays, discards "
        "and clues would an agent have made too? By number of players, with standard errors over "
        "games, and the base rate of any legal move; the best mean over plays, discards and clues "
        "comes first. Files are what `replay` reads."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="or a folder; - is stdin")
        parser.add_argument(
            "--agents", nargs="+", metavar="AGENT", help="left out: all that have names"
        )
        parser.add_argument("--seed", default="0", help="of agents that draw lots (0)")
        parser.add_argument("--json", action="store_true", help="print one JSON object a row")

    def handle(self, *, files: list[str], agents: list[str] | None, **options: Any) -> None:
        for file in files:
            if file != "-" and not Path(file).exists():
                raise CommandError(f"There is no file {file!r}.", returncode=2)
        try:
            entries = [registry.find(one) for one in agents] if agents else registry.seatable()
        except AgentError as error:
            raise CommandError(str(error), returncode=2) from None
        rows = likeness(_games(files), entries, options["seed"])
        if not rows:
            raise CommandError("None of these games could be played by one of these agents.")
        if options["json"]:
            for row in rows:
                self.stdout.write(json.dumps(_facts(row)))
            return
        width = max(16, *(len(row.address) for row in rows))
        heads = f"{'even':>7}" + "".join(f"{kind:>14}" for kind in KINDS)
        self.stdout.write(f"players  {'agent':{width}}  games   moves{heads}")
        told: set[int | None] = set()
        for row in rows:
            shares = "".join(f"{_text(row, kind):>14}" for kind in KINDS)
            size = row.players or "all"
            if row.players not in told:
                told.add(row.players)
                luck = "".join(f"{row.chance(kind) or 0:>14.3f}" for kind in KINDS)
                blank = f"{row.games:5}  {row.moves:6}{'':7}{luck}"
                self.stdout.write(f"{size:>7}  {'(any legal move)':{width}}  {blank}")
            self.stdout.write(
                f"{size:>7}  {row.address:{width}}  "
                f"{row.games:5}  {row.moves:6}{row.even or 0:7.3f}{shares}"
            )


def _games(files: list[str]) -> Iterator[Game]:
    """What can be read and replayed."""
    for file in files:
        for record in load(file):
            if not isinstance(record, Refused):
                replayed = replay(record)
                if replayed.ok and replayed.game:
                    yield replayed.game


def _text(row: Likeness, kind: str) -> str:
    share = row.share(kind)
    if share.value is None:
        return "-"
    return f"{share.value:.3f}" + (f" ±{share.sem:.3f}" if share.sem is not None else "")


def _facts(row: Likeness) -> dict[str, Any]:
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
