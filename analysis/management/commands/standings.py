"""Rank agents under an evaluation protocol: `manage.py standings PROTOCOL [AGENT ...]`."""

import os
from collections.abc import Sequence
from typing import Any

from django.core.management.base import CommandParser

from agents.archives.setting import SCORINGS
from agents.challengers import challenger
from agents.management.long_command import LongCommand
from agents.pools import freezing
from analysis.collections import title
from analysis.protocols import best_responses, standing
from analysis.protocols import protocol as protocols
from analysis.protocols.best_responses import BestResponse
from analysis.protocols.standing import Standing, Standings, load, play, store
from analysis.statistics import rank_text


class Command(LongCommand):
    help = (
        "Print the stored standings of a protocol; agents named here play first and are ranked "
        "among them. Protocols: " + ", ".join(protocols.PROTOCOLS) + "."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("protocol", help="such as literature7")
        add("agents", nargs="*", metavar="AGENT", help="rules:piers, python:module:Class ...")
        add("--field", action="store_true", help=f"play all agents of the pool {protocols.FIELD}")
        add(
            "--lines",
            action="store_true",
            help="also play the pool's generalist, best members and Bayes",
        )
        add("--store", action="store_true", help="store the agents that played, for the page")
        add("--scoring", choices=SCORINGS, default="zero", help="how games are scored (zero)")
        add("--threads", type=int, default=os.cpu_count() or 1, help="threads (one per processor)")

    def handle(self, *args: Any, **options: Any) -> None:
        standings = self._standings(options)
        protocol = protocols.find(options["protocol"])
        members, zero = protocol.addresses, options["scoring"] == "zero"
        best = best_responses.of_protocol(protocol) if zero else []
        self.stdout.write(f"place   mean (95%){'  regret' if best else ''}")
        for one, among in standings.best_first(options["scoring"]):
            mark = "  (pool member)" if one.agent in members else ""
            self.stdout.write(_line(one, rank_text(among), options["scoring"], best) + mark)
        for one in standings.lines:
            self.stdout.write(_line(one, "line", options["scoring"], best))
        if best:
            found = best_responses.together(best)
            ends = f"({found.low:.2f} to {found.high:.2f})"
            self.stdout.write(f" line  {found.value:6.2f} {ends}    0.00  best response to each")

    def _standings(self, options: dict[str, Any]) -> Standings:
        protocol = protocols.find(options["protocol"])
        field = freezing.addresses(protocols.FIELD) if options["field"] else []
        known, played = load(protocol), []
        for address in dict.fromkeys([*field, *options["agents"]]):
            self.stderr.write(f"{address} ...")
            found = play(protocol, challenger(address), options["threads"])
            if found:
                played.append(found)
            else:
                self.stderr.write(
                    f"{address} is too slow for this number of partners, or for this table."
                )
        standings = known.with_agents(played)
        if options["lines"]:
            own = standing.measure(protocol, options["threads"], self.stderr.write)
            standings = standings.with_lines(own)
        if options["store"] and (played or options["lines"]):
            store(protocol, standings)
        return standings


def _line(one: Standing, place: str, scoring: str, best: Sequence[BestResponse]) -> str:
    found = one.mean(scoring)
    margin = "" if found.low is None else f" ({found.low:.2f} to {found.high:.2f})"
    if best:
        margin += f"  {best_responses.regret(found, best).value:6.2f}"
    names = dict.fromkeys((title(one.agent), one.agent))
    return f"{place:>5}  {found.value:6.2f}{margin}  {'  '.join(names)}"
