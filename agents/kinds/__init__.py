"""The kinds of agents, one module or package each: the meaning of their addresses, and how they
move.

A new kind is a module with `NAMED`, `EXAMPLE` and `entry(address)` (see `agents.entry.AgentKind`)
and one line here. It is imported on demand, so a kind may itself look up the agents that it
consists of in the registry.
"""

KINDS = {
    "rules": "agents.kinds.rules",
    "conv": "agents.kinds.conv",
    "search": "agents.kinds.search",
    "partner": "agents.kinds.partner",
    "adaptive": "agents.kinds.adaptive",
    "wary": "agents.kinds.wary",
    "human": "agents.kinds.human",
    "hat": "agents.kinds.hat",
    "mwum": "agents.kinds.mwum",
    "rl": "agents.kinds.rl",
    "zoo": "agents.kinds.zoo",
    "genes": "agents.kinds.genes",
    "elite": "agents.kinds.elites",
    "cheat": "agents.kinds.cheats",
}
"""The module of each kind by its address prefix, in menu order."""
