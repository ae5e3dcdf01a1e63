"""The kinds of agents: a module or package for each, which parses the addresses of its kind, such
as `conv:expert`, and implements its agents.

A new kind is a module with `NAMED`, `EXAMPLE` and `entry(address)` (see `agents.entry.AgentKind`)
and a line in `KINDS`. It is imported on first use, so a kind may look up agents of other kinds in
the registry.
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
"""The module of each kind of agent by its address prefix (`rules` in `rules:piers`), in the order
of the menus."""
