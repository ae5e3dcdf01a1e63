"""The self-play of the named agents, as it comes with the program (`agents/profiles.json`, rebuilt
by `manage.py profiles`): the first visitor of their pages need not wait while they play."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from native import End
from native.play.results import Result, SeatResult
from native.rulebase import Silence

PROFILES = Path(__file__).with_name("profiles.json")

Key = tuple[str, str, int, int]
"""Address, version, players, games: another version or number of games has other figures."""


@cache
def shipped() -> Mapping[Key, Result]:
    """The results that come with the program; all seats of a result are one."""
    return {_key(row): _result(row) for row in json.loads(PROFILES.read_text())}


def written(results: Mapping[Key, Result]) -> str:
    """The text of the file: a line each, by address and players."""
    lines = (json.dumps(_row(key, results[key])) for key in sorted(results))
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _row(key: Key, result: Result) -> dict[str, Any]:
    address, version, players, games = key
    together = result.all_seats
    return {
        "agent": address,
        "version": version,
        "players": players,
        "games": games,
        "turns": result.turns,
        "stacks": result.stacks,
        "zero": result.zero,
        "ends": {end.name: count for end, count in result.ends.items() if count},
        "tallies": together.tallies,
        "fired": together.fired,
        "fallbacks": together.fallbacks,
        "given_up": {why.name: count for why, count in together.given_up.items() if count},
    }


def _key(row: Mapping[str, Any]) -> Key:
    return row["agent"], row["version"], row["players"], row["games"]


def _result(row: Mapping[str, Any]) -> Result:
    together = SeatResult(
        tallies=row["tallies"],
        fired=tuple(row["fired"]),
        fallbacks=row["fallbacks"],
        given_up={why: row["given_up"].get(why.name, 0) for why in Silence},
    )
    return Result(
        games=row["games"],
        turns=row["turns"],
        stacks=tuple(row["stacks"]),
        zero=tuple(row["zero"]),
        ends={end: row["ends"].get(end.name, 0) for end in End},
        seats=(together,),
    )
