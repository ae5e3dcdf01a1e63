"""The kinds of agents: what an address stands for, and how it moves.

A new kind is a module with `NAMED`, `EXAMPLE` and `entry(address)` (see `agents.entry.AgentKind`)
and one line here. It is imported when an address needs it, so a kind may itself look up the
agents that it is made of in the registry.
"""

KINDS = {
    "rules": "agents.kinds.rules",
    "conv": "agents.kinds.conv",
    "search": "agents.kinds.search",
    "adaptive": "agents.kinds.adaptive",
    "wary": "agents.kinds.wary",
    "human": "agents.kinds.human",
    "hat": "agents.kinds.hat",
    "mwum": "agents.kinds.mwum",
    "rl": "agents.kinds.rl",
    "genes": "agents.kinds.genes",
    "elite": "agents.kinds.elites",
    "cheat": "agents.kinds.cheats",
}
"""By the prefix of its addresses, the module of each kind, in the order of the menu."""
