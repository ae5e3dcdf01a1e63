"""Named rule lists of the literature: ``rules:piers``."""

from functools import lru_cache

from agents.contract import AgentError
from agents.entry import Entry
from agents.kinds.rule_agent import entry_of
from agents.rulelists import NAMED as LISTS

PREFIX = "rules:"
NAMED = tuple(f"{PREFIX}{name}" for name in LISTS)
EXAMPLE = "rules:piers"


@lru_cache(maxsize=128)
def entry(address: str) -> Entry:
    """Return the registry entry of the named rule list at an address such as `rules:piers`. Raise
    AgentError if there is none.
    """
    name = address.removeprefix(PREFIX)
    if name not in LISTS:
        raise AgentError(f"There is no agent “{address[:80]}”. Rule lists: {', '.join(NAMED)}.")
    return entry_of(address, LISTS[name])
