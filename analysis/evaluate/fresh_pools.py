"""Fresh pools: made for one evaluation, from a new seed, so that no agent can be tuned to them."""

from __future__ import annotations

import secrets

from agents.archives import BadParameters, BadRun, Recipe, Setting
from agents.contract import AgentError
from agents.generator.executors import executor
from agents.generator.run import make, started
from analysis.evaluate.pools import PREFIX

FRESH = "fresh:"
RUN = "fresh-"
"""How the names of their runs begin."""
INITIAL_SHARE = 5
"""One individual in five is drawn at random before breeding begins."""


def generated(name: str, players: int, threads: int) -> str:
    """For `fresh:<individuals>`, the name of a pool that MAP-Elites has just made; any other name
    as it is. The run's archive records its seed.
    Raises AgentError, in words."""
    if not name.startswith(FRESH):
        return name
    count = name.removeprefix(FRESH)
    if not (count.isascii() and count.isdecimal() and len(count) < 10):
        raise AgentError(f"Write fresh:<individuals>, such as fresh:20000, not {name[:40]}.")
    run_name = f"{RUN}{secrets.token_hex(6)}"
    individuals = int(count)
    try:
        recipe = Recipe(
            seed=secrets.token_hex(16),
            individuals=individuals,
            initial=max(1, individuals // INITIAL_SHARE),
        )
        with (
            executor("threads", threads, "") as pool,
            started(run_name, Setting(players=players), recipe) as run,
        ):
            make(run, pool)
    except (BadParameters, BadRun) as error:
        raise AgentError(str(error)) from None
    return f"{PREFIX}{run_name}"
