"""Thin out a pool of elites: drop weak ones, or keep the best of each cell of a coarser map.

Both are proposed by Canaan et al. 2019, section VII.
"""

import re
from collections.abc import Sequence

from agents.archives import BadArchive, BadRun, runs
from agents.contract import AgentError
from agents.kinds.elites import PLACE, PREFIX

WISH = re.compile(r"least=(?P<least>\d{1,2}(?:\.\d{1,2})?)|grid=(?P<grid>[1-9]\d?)", re.ASCII)
Niche = tuple[str, int, int]


def thinned(addresses: Sequence[str], wishes: str) -> list[str]:
    """Return the elites that satisfy the wishes; raise AgentError if none does or a wish is
    invalid.

    `least=5` keeps elites that score 5 or more in self-play; `grid=10` keeps the best of each cell
    of a map with 10 cells a side; `&` joins both.
    """
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
    """Return an elite's cell on a map with `grid` cells a side (0: its own map), and its score."""
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
        raise AgentError(
            f"The map of {run} has {rows} by {columns} cells, so a grid of {grid} is not coarser."
        )
    row, column = place
    niche = (run, row * grid // rows, column * grid // columns) if grid else (run, row, column)
    return niche, archive.by_place[place].latest.objective
