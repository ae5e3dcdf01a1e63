"""Fewer elites in a pool: without those that hardly play, or those of a coarser map (both proposed
by Canaan et al. 2019, section VII)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.archives import BadArchive, BadRun, runs
from agents.contract import AgentError
from agents.kinds.elites import PLACE, PREFIX

WISH = re.compile(r"least=(?P<least>\d{1,2}(?:\.\d{1,2})?)|grid=(?P<grid>[1-9]\d?)", re.ASCII)
Niche = tuple[str, int, int]


def thinned(addresses: Sequence[str], wishes: str) -> list[str]:
    """Those elites that score `least=5` or more with themselves, and of these the best in each cell
    of a map with `grid=10` cells a side; with & between two wishes. Raises AgentError, in words."""
    least, grid = 0.0, 0
    for wish in wishes.split("&"):
        found = WISH.fullmatch(wish)
        if not found:
            raise AgentError(f"Write ?least=5, ?grid=10 or ?least=5&grid=10, not ?{wishes[:40]}.")
        least, grid = float(found["least"] or least), int(found["grid"] or grid)
    best: dict[Niche, tuple[float, str]] = {}
    for address in addresses:
        niche, score = _elite(address, grid)
        if score >= least and score > best.get(niche, (-1.0, ""))[0]:
            best[niche] = (score, address)
    if not best:
        raise AgentError(f"None of these elites scores {least:g} or more.")
    kept = {address for _, address in best.values()}
    return [address for address in addresses if address in kept]


def _elite(address: str, grid: int) -> tuple[Niche, float]:
    """Its cell on a map with so many cells a side (0: its own), and its score with itself."""
    match = PLACE.fullmatch(address.removeprefix(PREFIX))
    if not address.startswith(PREFIX) or not match:
        raise AgentError(f"{address[:60]} has no place on a map: only elites can be thinned out.")
    run, place = match[1], (int(match[2]), int(match[3]))
    try:
        archive = runs.load(run)
    except (BadRun, BadArchive) as error:
        raise AgentError(str(error)) from None
    rows, columns = archive.setting.grid
    if grid > min(rows, columns):
        raise AgentError(f"The map of {run} has {rows} by {columns} cells, so {grid} is no fewer.")
    row, column = place
    niche = (run, row * grid // rows, column * grid // columns) if grid else (run, row, column)
    return niche, archive.by_place[place].latest.objective
