"""The named rule lists, as data, by their origin."""

from agents.rulelists import evolved, fireworks, focus
from agents.rulelists.named import Keys, Named

NAMED: dict[str, Named] = {
    **fireworks.AGENTS,
    **evolved.AGENTS,
    **focus.AGENTS,
    **fireworks.BASELINES,
}
"""All named rule lists, by name; the agent's address is `rules:<name>`."""
