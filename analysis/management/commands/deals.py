"""`manage.py deals`: count the deals that can be won with all cards known."""

import json
import os
import time
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from agents.management.long_command import LongCommand, ProgressPrinter, clean_exit
from analysis.papers.deals.counting import BadCount, Count, Scope, count, settle
from analysis.papers.deals.deal_report import facts_of, sentences_of
from analysis.papers.deals.exact import NoSat
from native.solver.whole_deals import PATIENCE, Proof

USUAL = "No Variant"


class Command(LongCommand):
    help = "Deal games and prove each winnable, by a line of play, or not winnable."
    refusals = (BadCount, NoSat, ValueError)

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("--players", type=int, default=2, help="seats, 2 to 6 (2)")
        add("--variant", default=USUAL, help='as hanab.live names it, such as "6 Suits"')
        add("--tokens", type=int, default=8, help="clue tokens at the start and at most (8)")
        add("--hand", type=int, help="cards in a hand (by the rules)")
        add("--games", type=int, default=10_000, help="number of deals (10000)")
        add("--seed", default="1", help="seed of the deals (1)")
        add("--budget", type=int, default=PATIENCE, help=f"positions per search ({PATIENCE})")
        add("--threads", type=int, default=os.cpu_count() or 1, help="threads (one per processor)")
        add("--keep", type=Path, help="a file for the count; an existing one is resumed")
        add("--exact", action="store_true", help="settle undecided deals, if need be with SAT")
        add("--deal", type=int, help="show only this deal (from 0), with its line of play")
        add("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        self._teller = ProgressPrinter(self.stderr)
        asked = Scope(**{name: options[name] for name in Scope.__struct_fields__})
        began = time.monotonic()
        self._before: int | None = None
        self._deals, keep, threads = (options[name] for name in ("games", "keep", "threads"))
        if options["deal"] is not None:
            deal = asked, options["deal"]
            facts = json.dumps(facts_of(*deal)) if options["json"] else sentences_of(*deal)
            self.stdout.write(facts)
            return
        with clean_exit(f"Stopped. --keep {keep} resumes." if keep else "Stopped."):
            counted = count(asked, self._deals, threads=threads, file=keep, say=self._show)
            if counted.deals < self._deals:
                raise KeyboardInterrupt  # raised in a callback, where Python swallows it
            if options["exact"]:
                settle(counted, keep, self.stderr.write)
        seconds = time.monotonic() - began
        report = _report(counted, seconds, threads, counted.deals - (self._before or 0))
        self.answer(report, _sentences(report), as_json=options["json"])

    def _show(self, now: Count) -> None:
        if self._before is None:
            self._before = now.deals
        self._teller(now.deals, self._deals, f"undecided {len(now.undecided)}")


def _report(counted: Count, seconds: float, threads: int, fresh: int) -> dict[str, Any]:
    value, low, high = counted.share
    return {
        "players": counted.asked.players,
        "variant": counted.asked.variant,
        "seed": counted.asked.seed,
        "games": counted.deals,
        "winnable": counted.won,
        "not_winnable": counted.not_winnable,
        "undecided": len(counted.undecided),
        "winnable_percent": round(value, 4),
        "interval": [round(low, 4), round(high, 4)],
        "proofs": counted.lost | {"settled": len(counted.lost_exactly)},
        "positions_mean": round(counted.positions / counted.deals, 1),
        "ms_mean": round(1000 * seconds * threads / fresh, 3) if fresh else None,
        "seconds": round(seconds, 3),
    }


def _sentences(report: dict[str, Any]) -> str:
    low, high = report["interval"]
    variant = "" if report["variant"] == USUAL else f", {report['variant']}"
    lines = [
        f"{report['games']:,} deals for {report['players']} players{variant}, "
        f"seed {report['seed']}",
        f"winnable      {report['winnable']:>10,}  {report['winnable_percent']:.3f}% "
        f"({low:.3f} to {high:.3f})",
        f"not winnable  {report['not_winnable']:>10,}",
    ]
    for proof in Proof:
        if lost := report["proofs"].get(proof.slug):
            lines.append(f"  {lost:>10,}  {proof.words}")
    if settled := report["proofs"]["settled"]:
        lines.append(f"  {settled:>10,}  settled with more patience, or by a SAT solver")
    lines.append(f"undecided     {report['undecided']:>10,}")
    return "\n".join(lines)
