"""Fresh pools: evolved for one evaluation from a new seed, so that no agent can be tuned to
them."""

import secrets

from agents.archives import BadParameters, BadRun, Recipe, Setting
from agents.contract import AgentError
from agents.generator.executors import executor
from agents.generator.run import make, started
from analysis.evaluate.pools import PREFIX

FRESH = "fresh:"
RUN = "fresh-"
"""Prefix of the names of their runs."""
INITIAL_SHARE = 5
"""One individual in this many is drawn at random before breeding begins."""


def generated(name: str, players: int, threads: int) -> str:
    """Run MAP-Elites for `fresh:<individuals>` and return its pool's name; return other names as
    is.

    The run's archive records its seed. Raise AgentError if the number or the run is invalid.
    """
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
