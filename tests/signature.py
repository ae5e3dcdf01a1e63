"""One number for the behaviour of all agents: `make signature`.

Every deterministic agent plays fixed games at each size of table, with itself and with a stranger,
in C and in Python, and every rule of the rule base is asked by itself: a different move anywhere
changes the number. A commit that changes it carries the new one as a trailer,
`Signature: 1a2b3c4d5e6f`, and says why.

`--check` compares with the last commit that has the trailer. `--lines` prints a line an agent:
compare two such lists to see who plays differently.
"""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import blake2b
from multiprocessing import get_context

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hanabi_site.settings")
django.setup()

from agents import registry  # noqa: E402 - settings come first
from agents.arena import play_out, simulate  # noqa: E402
from native import Game, Rng, Rules  # noqa: E402
from native.play import table  # noqa: E402
from native.play.blueprint import Blueprint  # noqa: E402
from native.rulebase import RULES, RuleList  # noqa: E402

SIZES = (2, 3, 4, 5)
GAMES, FEW = 20, 2
"""Games at a table: of an agent that plays in C, and of one that plays in Python. Agents that think
long play one."""
STRANGER = "rules:outer"
"""Who clues and plays by no convention."""
TRAILER = "Signature"
NOT_THE_SAME_EVERYWHERE = ("rl:",)
"""Their logits come from the processor's linear algebra, which rounds in its own way."""


def digest(value: object) -> str:
    return blake2b(repr(value).encode(), digest_size=6).hexdigest()


def of_agent(address: str) -> str:
    """Results of whole games and, for agents in C, the moves of one game in Python."""
    entry, played = registry.find(address), []
    for players in sorted(set(SIZES) & set(entry.players)):
        rules = Rules.standard(players)
        in_core = entry.in_core(players) is not None and not entry.thinks_long
        games = 1 if entry.thinks_long else GAMES if in_core else FEW
        for company in ([entry] * players, [entry, registry.find(STRANGER), *[entry] * players]):
            result = simulate(rules, company[:players], games, "signature", threads=1)
            seats = [(seat.fired, sorted(seat.tallies.items())) for seat in result.seats]
            played.append((players, result.turns, result.stacks, result.zero, seats))
        if in_core:
            game = Game(rules, seed=Rng("signature"))
            play_out(game, [entry.agent(f"signature/{seat}") for seat in range(players)])
            played.append([str(move) for move in game.history])
    return digest(played)


def of_rule(name: str) -> str:
    """Games by this rule alone, with random moves where it has no answer and strikes to spare."""
    rule = Blueprint.of(RuleList([name]))
    return digest(
        [
            (result.turns, result.stacks, [seat.fired for seat in result.seats])
            for players in (2, 4)
            for result in [
                table.simulate(
                    Rules(players, strikes=16), [rule] * players, GAMES, "signature", threads=1
                )
            ]
        ]
    )


def lines() -> Iterator[str]:
    """A line for every agent and for the rule base."""
    addresses = [
        entry.address
        for entry in registry.everyone()
        if not entry.address.startswith(NOT_THE_SAME_EVERYWHERE)
    ]
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        for address, found in zip(addresses, pool.map(of_agent, addresses), strict=True):
            yield f"{found} {address}"
    for rule in RULES:
        yield f"{of_rule(rule.name)} rule {rule.name}"


def last_trailer() -> str | None:
    """The signature of the last commit that carries one; a shallow clone is deepened for it."""
    while True:
        bodies = _git("log", f"--grep=^{TRAILER}: ", "--max-count=1", "--format=%B")
        if found := re.findall(rf"^{TRAILER}: ([0-9a-f]+)$", bodies, re.MULTILINE):
            return str(found[-1])
        if _git("rev-parse", "--is-shallow-repository").strip() != "true":
            return None
        before = _git("rev-list", "--count", "HEAD")
        subprocess.run(["git", "fetch", "--quiet", "--deepen=100"], check=False, timeout=120)
        if _git("rev-list", "--count", "HEAD") == before:
            return None


def _git(*arguments: str) -> str:
    ran = subprocess.run(["git", *arguments], check=False, capture_output=True, text=True)
    return ran.stdout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with the last trailer")
    parser.add_argument("--lines", action="store_true", help="print a line an agent")
    options = parser.parse_args()
    found = list(lines())
    if options.lines:
        print(*found, sep="\n")  # noqa: T201
    signature = digest(found)
    print(f"{TRAILER}: {signature}")  # noqa: T201
    if not options.check:
        return 0
    known = last_trailer()
    if known is None:
        print("Not compared: no commit in this clone carries a signature.")  # noqa: T201
        return 0
    if known != signature:
        print(  # noqa: T201
            f"The last commit with a signature has {known}: some agent moves otherwise now. If that"
            f" is meant, commit with the trailer “{TRAILER}: {signature}” and say why."
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
