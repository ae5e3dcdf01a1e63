"""Look up agents to evaluate: registry agents, Python classes, and agents behind a socket."""

from functools import partial

from agents import registry
from agents.registry import Entry
from analysis.evaluate import sockets
from analysis.evaluate.python_agents import PLAYERS, PREFIX, python_agent


def challenger(address: str) -> Entry:
    """Return the agent at this address; raise AgentError if there is none."""
    if address.startswith(sockets.PREFIX):
        return _elsewhere(address)
    if address.startswith(PREFIX):
        return python_agent(address)
    return registry.find(address)


def _elsewhere(address: str) -> Entry:
    greeted = sockets.SocketAgent(address, "hello")
    try:
        return Entry(
            address=address,
            title=greeted.name,
            summary="An agent that runs elsewhere.",
            version=greeted.version,
            players=PLAYERS,
            make=partial(sockets.SocketAgent, address),
        )
    finally:
        greeted.close()
