"""Print the scores of agents with scripted people: `python -m tests.personas [AGENT ...]`."""

from argparse import ArgumentParser
from sys import stdout

from agents import registry
from tests.personas.table import AGENTS, CROWDS, row, scores


def main() -> None:
    """Play the games and print one line per agent and crowd."""
    parser = ArgumentParser("python -m tests.personas", description=__doc__)
    parser.add_argument("agents", nargs="*", metavar="AGENT", default=AGENTS)
    parser.add_argument("--games", type=int, default=100, help="games with each person (100)")
    parser.add_argument("--players", type=int, default=2, help="seats; people know two to five")
    parser.add_argument("--seed", default="table")
    chosen = parser.parse_args()
    for crowd, people in CROWDS.items():
        for address in chosen.agents:
            entry = registry.find(address)
            played = [
                scores(entry, one, chosen.games, chosen.seed, chosen.players) for one in people
            ]
            stdout.write(f"{crowd:10} {address:40} {row(played)}\n")
            stdout.flush()


if __name__ == "__main__":
    main()
