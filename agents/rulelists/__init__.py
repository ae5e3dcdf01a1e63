"""The named rule lists, as data: one family a file."""

from agents.rulelists import (
    baselines,
    clivej,
    focus,
    map_elites,
    osawa,
    situational,
    van_den_bergh,
    walton_rivers,
)
from agents.rulelists.named import Keys, Named

NAMED: dict[str, Named] = {
    **walton_rivers.AGENTS,
    **osawa.AGENTS,
    **van_den_bergh.AGENTS,
    **clivej.AGENTS,
    **situational.AGENTS,
    **map_elites.AGENTS,
    **focus.AGENTS,
    **baselines.AGENTS,
}
"""Every named list; `rules:<name>` is its address."""

__all__ = ["NAMED", "Keys", "Named"]
