"""Count the deals that can be won if all cards are known (hands and deck), by the solver's
verdicts; and load the stored counts in `counts/`.
"""

import os
import shlex
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import lru_cache
from pathlib import Path

import msgspec

from agents.runs.life import checkpointed
from agents.runs.storage import replace
from analysis.papers.deals.exact import available, can_reach
from analysis.statistics import Interval, share
from native import Game, Rng, Rules
from native.records.json_bytes import decode_json
from native.solver.whole_deals import PATIENCE, Prospect, prospect, prospects_of_deals

BLOCK = 64
"""Number of deals that one call of the solver searches."""
SAVED_EVERY = 5.0  # seconds
EXAMPLES = 5
"""Maximum number of unwinnable deals stored as examples for each kind of proof."""
MOST = 10**9
PERSISTENCE = 25
"""Factor by which the search budget grows when `settle` searches an undecided deal again."""


class BadCount(Exception):
    """Raised if a count of deals cannot be made, stored or resumed."""


class Scope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a count of winnable deals: the rules and the seed of the deals, and the
    search budget for each deal.
    """

    players: int = 2
    variant: str = "No Variant"
    seed: str = "1"
    tokens: int = 8
    """Clue tokens at the start, also their maximum."""
    hand: int | None = None
    """Cards in a hand; None for the rules' usual number."""
    budget: int = PATIENCE
    """The most positions that the solver searches before it leaves a deal undecided."""

    @property
    def rules(self) -> Rules:
        """The rules of the games to deal. Raises BadRules if the settings are invalid."""
        options = {} if self.hand is None else {"hand_size": self.hand}
        return Rules.standard(self.players, self.variant, clue_tokens=self.tokens, **options)

    @property
    def command(self) -> str:
        """The shell command that makes this count, without the option `--games` (the number of
        deals).
        """
        return command_of([self])


class Count(msgspec.Struct, forbid_unknown_fields=True):
    """A tally of the solver's verdicts on the first deals (0, 1, 2 ...) of a seed: winnable, not
    winnable, or undecided.
    """

    asked: Scope
    deals: int = 0
    winnable: int = 0
    lost: dict[str, int] = {}
    """The number of deals proven unwinnable, by the kind of proof, such as `no-time`."""
    examples: dict[str, list[int]] = {}
    """The numbers of the first unwinnable deals (at most EXAMPLES), by the kind of proof."""
    undecided: list[int] = []
    won_exactly: list[int] = []
    """Numbers of the deals first left undecided, then shown to be winnable by `settle` (a longer
    search or a SAT solver); `lost_exactly` has those shown to be unwinnable."""
    lost_exactly: list[int] = []
    positions: int = 0

    @property
    def not_winnable(self) -> int:
        """The number of deals proven unwinnable, by the first search or later by `settle`."""
        return sum(self.lost.values()) + len(self.lost_exactly)

    @property
    def won(self) -> int:
        """The number of deals shown to be winnable, by the first search or later by `settle`."""
        return self.winnable + len(self.won_exactly)

    @property
    def share(self) -> Interval:
        """The percentage of deals that can be won, with the ends of its 95% interval (Wilson).
        Undecided deals count as unwinnable at the lower end and as winnable at the upper.
        """
        sure = share(self.won, self.deals)
        most = share(self.won + len(self.undecided), self.deals)
        if sure is None or most is None:
            return Interval(0.0, 0.0, 0.0)
        return Interval(100 * sure.value, 100 * sure.low, 100 * most.high)

    def add(self, prospects: list[Prospect], perfect: int) -> None:
        """Add the solver's verdicts `prospects` to the tally, one for each of the deals that
        follow those counted so far, in order. A deal is winnable if its best score is `perfect`,
        the maximum score of the rules.
        """
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


def command_of(counts: Sequence[Scope]) -> str:
    """Return one shell command that stands for the commands of several stored counts, given by
    their settings. It lacks the option `--games`, the number of deals.

    An option in which the counts differ has its own name in capitals as its value, such as
    `--players PLAYERS`. A search budget in which they differ is left out, since the default budget
    decides at least as many deals.
    """
    words, usual = ["manage.py deals"], Scope()
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
    asked: Scope,
    deals: int,
    *,
    threads: int = 1,
    file: Path | None = None,
    say: Callable[[Count], None] = lambda now: None,
) -> Count:
    """Return the solver's verdicts on the first `deals` deals that `asked` describes, as a tally.

    With a file, resume from it and save to it; a file that already has more deals is returned as
    it is. `threads` and interruptions do not change the result; blocks counted before an
    interruption are saved. `say` is called with the tally at the start and after each block.
    Raises BadCount if an argument is out of range or the file cannot be resumed, BadRules if the
    rules are invalid.
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
            lambda: save(now, file),
            every=SAVED_EVERY,
            say=lambda: say(now),
        )
    return now


def settle(
    now: Count, file: Path | None = None, say: Callable[[str], None] = lambda line: None
) -> None:
    """Decide the undecided deals of the tally `now` by a longer search or a SAT solver, and update
    the tally in place; this may take minutes.

    The tally is saved to `file`, if given, after each deal; `say` is called with a line about each
    deal. Raises NoSat if a SAT solver is needed and not installed.
    """
    rules, seed = now.asked.rules, Rng(now.asked.seed)

    def results() -> Iterator[bool]:
        while now.undecided:
            game = Game(rules, seed=seed.derive(now.undecided[0]))
            yield _settled(game, PERSISTENCE * now.asked.budget)

    def take(won: bool) -> None:
        deal = now.undecided.pop(0)
        (now.won_exactly if won else now.lost_exactly).append(deal)
        say(f"deal {deal}: {'winnable' if won else 'not winnable'}")

    checkpointed(results(), take, lambda: save(now, file), every=0)


def _settled(game: Game, budget: int) -> bool:
    """Return whether the deal is winnable. With two players the search goes first: a SAT solver is
    slow to refute full hands.
    """
    perfect = game.rules.max_score
    if game.rules.players > 2 and available():
        return can_reach(game, perfect)
    outlook = prospect(game, least=perfect, budget=budget)
    if outlook.exact or outlook.high < perfect:
        return outlook.low == perfect
    return can_reach(game, perfect)


def load(file: Path) -> Count:
    """Return the count that a file holds. Raises BadCount if the file is unreadable or damaged."""
    try:
        return decode_json(file.read_bytes(), Count)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadCount(f"{file.name} holds no count of deals: {error}") from error


def save(now: Count, file: Path | None) -> None:
    """Write a count to a file; if `file` is None, do nothing. Raises Unwritable if it cannot be
    written.
    """
    if file:
        replace(file, msgspec.json.format(msgspec.json.encode(now), indent=1) + b"\n")


def _begun(asked: Scope, file: Path | None) -> Count:
    """Return the stored count to resume, or an empty one. Raises BadCount if the file is of other
    deals or its folder is not writable.
    """
    if file is not None and not os.access(file.parent, os.W_OK):
        raise BadCount(f"The folder “{file.parent}” is not writable.")
    if file is None or not file.exists():
        return Count(asked)
    begun = load(file)
    if begun.asked != asked:
        raise BadCount(f"{file.name} counts “{begun.asked.command}”; choose another file.")
    return begun


def _searched(
    asked: Scope, rules: Rules, blocks: list[tuple[int, int]], threads: int
) -> Generator[list[Prospect], None, None]:
    """Yield the verdicts in the order of the deals. On close, running blocks finish and no new ones
    start.
    """
    seed = Rng(asked.seed)

    def search(block: tuple[int, int]) -> list[Prospect]:
        return prospects_of_deals(rules, seed, *block, least=rules.max_score, budget=asked.budget)

    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(search, blocks)


FOLDER = Path(__file__).with_name("counts")
PLAYERS = range(2, 6)
SIX = "6 Suits"
HANDS = (3, 4, 5, 6, 7)
TOKENS = (1, 2, 3, 4, 8)


@lru_cache(maxsize=1)
def counts() -> Mapping[Scope, Count]:
    """Return the counts of winnable deals that ship with the program, as a mapping from settings to
    count. In the settings, the seed and the search budget are replaced by the defaults. Raises
    BadCount if a file is damaged.
    """
    loaded = [load(file) for file in sorted(FOLDER.glob("*.json"))]
    return {key(count.asked): count for count in loaded}


def key(asked: Scope) -> Scope:
    """Return the key of a count in the mapping `counts`: its settings with the seed and the search
    budget set to their defaults.
    """
    return Scope(asked.players, asked.variant, tokens=asked.tokens, hand=asked.hand)


def stored(
    players: int = 2, variant: str = "No Variant", *, tokens: int = 8, hand: int | None = None
) -> Count | None:
    """Return the shipped count of winnable deals for a number of players and a variant; None if
    there is none.

    `tokens` is the number of clue tokens at the start, which is also their maximum; `hand` is the
    number of cards in a hand (None: the rules' usual number).
    """
    usual = hand == Rules.standard(players, variant).hand_size
    return counts().get(Scope(players, variant, tokens=tokens, hand=None if usual else hand))
