"""An evaluation's games as a table with one row per game."""

from typing import Any

import numpy as np

from agents.matchups.core_games import Played, seats
from agents.matchups.playing import Plan
from agents.matchups.records import Records
from agents.registry import Entry
from analysis.evaluate.pools import Pool
from analysis.tables import Table
from native import End
from native.play.measures import MEASURES, TALLIES

ENDS = {int(end): end.name.lower() for end in End}


def rows_of(challenger: Entry, pool: Pool, plan: Plan, played: Played) -> Table:
    """Return the table of games that were played with records, by partner and deal.

    Columns: `agent`, `partner`, `deal` (the same for every partner), `game` (its position in the
    session with this partner, from 1), `seat` (the agent's, from 0), `stacks` and `zero` (the score
    under either scoring), `struck` (1 after a strikeout), `strikes`, `turns`, `end`, and each
    measure of all seats together, of the agent and of its partners, such as `communicativeness`,
    `communicativeness_agent` and `communicativeness_partner`. A measure is NaN where nothing could
    be measured.
    """
    assert played.records is not None
    partners, games = len(pool.members), plan.games
    kept, deals = played.records[0].ravel(), np.arange(games)
    struck = kept["end"] == End.STRIKEOUT
    stacks = kept["score"].astype(np.int64)
    return Table(
        {
            "agent": [challenger.address] * (partners * games),
            "partner": [member.address for member in pool.members for _ in range(games)],
            "deal": np.tile(deals, partners),
            "game": np.tile(1 + deals % plan.session, partners),
            "seat": np.tile(seats(plan.rules, games, plan.seed), partners),
            "stacks": stacks,
            "zero": np.where(struck, 0, stacks),
            "struck": struck.astype(np.int64),
            "strikes": kept["strikes"].astype(np.int64),
            "turns": kept["turns"].astype(np.int64),
            "end": [ENDS[end] for end in kept["end"].tolist()],
            **_measures(kept),
        }
    )


def _measures(kept: Records) -> dict[str, Any]:
    own, others = kept["own"], kept["others"]
    together = np.zeros(len(kept), own.dtype)
    for tally in TALLIES:
        together[tally] = own[tally] + others[tally]
    groups = {"": together, "_agent": own, "_partner": others}
    return {
        f"{name}{group}": measure.of_each(tallies)
        for name, measure in MEASURES.items()
        for group, tallies in groups.items()
    }
