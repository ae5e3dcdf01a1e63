"""Counts the deals of a run by what the solver says of them, block by block."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import msgspec

from agents.runs.checkpoints import checkpointed
from agents.runs.storage import replace
from analysis.papers.deals.exact import available, can_reach
from analysis.statistics import share
from native import Game, Rng, Rules
from native.solver.whole_deals import PATIENCE, Prospect, prospect, prospects_of_deals

BLOCK = 64
"""Deals in one call of the solver."""
SAVED_EVERY = 5.0  # seconds
EXAMPLES = 5
"""Lost deals of each proof that are named."""
MOST = 10**9
PERSISTENCE = 25
"""How much longer an undecided deal is searched before a SAT solver is asked."""


class BadCount(Exception):
    """A count that cannot be made or gone on with. In words."""


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which deals, and how long each is searched."""

    players: int = 2
    variant: str = "No Variant"
    seed: str = "1"
    tokens: int = 8
    """At the beginning, and at most."""
    hand: int | None = None
    """Cards in a hand; None for what the rules give that number of players."""
    budget: int = PATIENCE
    """Positions looked at before a deal is left undecided."""

    @property
    def rules(self) -> Rules:
        """Raises BadRules."""
        options = {} if self.hand is None else {"hand_size": self.hand}
        return Rules.standard(self.players, self.variant, clue_tokens=self.tokens, **options)

    @property
    def command(self) -> str:
        """What counts these deals, without their number."""
        return command_of([self])


class Count(msgspec.Struct, forbid_unknown_fields=True):
    """What was found among the deals 0, 1, 2 ... of a run."""

    asked: Asked
    deals: int = 0
    winnable: int = 0
    lost: dict[str, int] = {}
    """By the proof that there is no line."""
    examples: dict[str, list[int]] = {}
    """The first deals lost for each reason."""
    undecided: list[int] = []
    won_exactly: list[int] = []
    """What was undecided and was settled by patience or a SAT solver."""
    lost_exactly: list[int] = []
    positions: int = 0

    @property
    def not_winnable(self) -> int:
        return sum(self.lost.values()) + len(self.lost_exactly)

    @property
    def won(self) -> int:
        return self.winnable + len(self.won_exactly)

    @property
    def share(self) -> tuple[float, float, float]:
        """Of deals proved winnable, in per cent, with the ends of the 95% interval (Wilson).
        Undecided deals count as lost below and as won above."""
        sure = share(self.won, self.deals)
        most = share(self.won + len(self.undecided), self.deals)
        if sure is None or most is None:
            return 0.0, 0.0, 0.0
        return 100 * sure[0], 100 * sure[1], 100 * most[2]

    def add(self, prospects: list[Prospect], perfect: int) -> None:
        """What the solver says of the next deals."""
        for this in prospects:
            if this.low == perfect:
                self.winnable += 1
            elif this.high < perfect:
                proof = this.proof.slug
                self.lost[proof] = self.lost.get(proof, 0) + 1
                named = self.examples.setdefault(proof, [])
                if len(named) < EXAMPLES:
                    named.append(self.deals)
            else:
                self.undecided.append(self.deals)
            self.positions += this.positions
            self.deals += 1


def command_of(counts: Sequence[Asked]) -> str:
    """What counts deals, without their number; an option in which counts differ is in capitals. Of
    several budgets none is named: the usual one decides no fewer."""
    words, usual = ["manage.py deals"], Asked()
    for name in ("players", "variant", "tokens", "hand", "budget", "seed"):
        values = {getattr(asked, name) for asked in counts}
        if name == "budget" and len(values) > 1:
            continue
        if len(values) > 1:
            words.append(f"--{name} {name.upper()}")
        elif name in ("players", "seed") or values != {getattr(usual, name)}:
            words.append(f"--{name} {shlex.quote(str(*values))}")
    return " ".join(words)


def count(
    asked: Asked,
    deals: int,
    *,
    threads: int = 1,
    file: Path | None = None,
    say: Callable[[Count], None] = lambda now: None,
) -> Count:
    """Count the first `deals`; with a file it is kept there, and gone on with if it is there.

    `say` hears of the count as it is taken up and after each block. The result depends on what is
    asked alone. Raises BadCount or BadRules; what was counted before an interruption is kept.
    """
    if not 1 <= deals <= MOST:
        raise BadCount(f"1 to {MOST:,} deals can be counted, not {deals:,}.")
    if not 1 <= threads <= 256:
        raise BadCount(f"1 to 256 threads can count, not {threads}.")
    rules = asked.rules
    now = _begun(asked, file)
    say(now)
    blocks = [(first, min(BLOCK, deals - first)) for first in range(now.deals, deals, BLOCK)]
    with closing(_searched(asked, rules, blocks, threads)) as results:
        checkpointed(
            results,
            lambda prospects: now.add(prospects, rules.max_score),
            lambda: _save(now, file),
            every=SAVED_EVERY,
            say=lambda: say(now),
        )
    return now


def settle(
    now: Count, file: Path | None = None, say: Callable[[str], None] = lambda line: None
) -> None:
    """Decide what is undecided, with much more patience or by a SAT solver, which may take minutes.
    Raises NoSat if one is needed and not installed."""
    rules, seed = now.asked.rules, Rng(now.asked.seed)

    def results() -> Iterator[bool]:
        while now.undecided:
            game = Game(rules, seed=seed.derive(now.undecided[0]))
            yield _settled(game, PERSISTENCE * now.asked.budget)

    def take(won: bool) -> None:
        deal = now.undecided.pop(0)
        (now.won_exactly if won else now.lost_exactly).append(deal)
        say(f"deal {deal}: {'winnable' if won else 'not winnable'}")

    checkpointed(results(), take, lambda: _save(now, file), every=0)


def _settled(game: Game, budget: int) -> bool:
    """With two players a SAT solver finds full hands hard to refute, so the search goes first."""
    perfect = game.rules.max_score
    if game.rules.players > 2 and available():
        return can_reach(game, perfect)
    outlook = prospect(game, least=perfect, budget=budget)
    return (
        outlook.low == perfect
        if outlook.exact or outlook.high < perfect
        else can_reach(game, perfect)
    )


def load(file: Path) -> Count:
    """Raises BadCount."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Count)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadCount(f"{file.name} holds no count of deals: {error}") from error


def save(now: Count, file: Path) -> None:
    """Raises Unwritable."""
    replace(file, msgspec.json.format(msgspec.json.encode(now), indent=1) + b"\n")


def _save(now: Count, file: Path | None) -> None:
    if file:
        save(now, file)


def _begun(asked: Asked, file: Path | None) -> Count:
    if file is not None and not os.access(file.parent, os.W_OK):
        raise BadCount(f"Nothing can be kept in the folder “{file.parent}”.")
    if file is None or not file.exists():
        return Count(asked)
    begun = load(file)
    if begun.asked != asked:
        raise BadCount(f"{file.name} was begun with “{begun.asked.command}”; take another file.")
    return begun


def _searched(
    asked: Asked, rules: Rules, blocks: list[tuple[int, int]], threads: int
) -> Generator[list[Prospect], None, None]:
    """In the order of the deals. Closing it lets what was begun end, and nothing more begin."""
    seed = Rng(asked.seed)

    def search(block: tuple[int, int]) -> list[Prospect]:
        return prospects_of_deals(rules, seed, *block, least=rules.max_score, budget=asked.budget)

    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(search, blocks)
