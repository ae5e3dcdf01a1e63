"""The training runs shown on the page about multiplicative weights: several setups of the learner
(series), each trained with three seeds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

from agents.mwum.run import RUNS, Block, MwumRun
from agents.runs.errors import BadRun
from analysis.statistics import Estimate, mean, mean_of_counts, mean_of_sums
from native.strategies.mwum.learning import Tally

SEEDS = (1, 2, 3)
GAMES = 100_000


@dataclass(frozen=True)
class Setup:
    """A setup of the learner, trained once with each of three seeds: its title on the page, its
    command-line options, and the number of training games.
    """

    slug: str
    title: str
    options: str
    games: int = GAMES
    block: int = GAMES // 20

    def run(self, seed: int) -> str:
        """Return the name of the training run of this setup with one seed, such as `plain-1`."""
        return f"{self.slug}-{seed}"

    def command(self, seed: int | str = "SEED") -> str:
        """Return the shell command that makes the training run of this setup with one seed; by
        default, a command with the word SEED in place of a number, for readers to replace.
        """
        return (
            f"manage.py mwum {self.slug}-{seed} {self.options} --games {self.games} "
            f"--block {self.block} --seed {seed}"
        )


PLAIN = Setup("plain", "as described, η 0.1", "--eta 0.1")
FASTER = Setup("faster", "as described, η 0.5", "--eta 0.5")
ROUGH = Setup("rough", "with the rough state", "--eta 0.1 --bucketed")
SHAPED = Setup("shaped", "… and the shaped reward", "--eta 0.1 --bucketed --shaped")
ENHANCED = Setup("enhanced", "all three enhancements", "--eta 0.1 --bucketed --shaped --visits")
TRYING = Setup(
    "trying",
    "… and ε, which decays",
    "--eta 0.1 --bucketed --shaped --visits --epsilon 1 --decay 0.999 --least 0.01",
)
ENDING = Setup(
    "ending",
    "… and the stop on a plateau",
    f"{TRYING.options} --plateau 5000",
    block=1_000,
)
ROUGH_EPISODES = Setup(
    "rough-episodes",
    "paper's rough state, mini-episodes",
    "--eta 1 --bucketed --visits --episode 2 --penalty 2",
)
KNOWING_WHOLE = Setup(
    "knowing-whole",
    "what a seat knows, one reward a game",
    "--agent knowing --eta 0.1 --no-visits --episode 0 --penalty 0",
)
KNOWING = Setup("knowing", "what a seat knows, mini-episodes", "--agent knowing", 1_000_000, 10_000)

THREE = Setup(
    "three",
    "the same for three players",
    "--agent knowing --players 3",
    600_000,
    20_000,
)
LENGTHS = {
    moves: Setup(
        f"episode-{moves}",
        f"mini-episodes of {moves} move{'s' if moves > 1 else ''}",
        f"--agent knowing --episode {moves}",
    )
    for moves in (1, 2, 5, 10, 50)
}

PAPERS = (PLAIN, FASTER, ROUGH, SHAPED, ENHANCED, TRYING, ENDING)
HALVES = (ENHANCED, ROUGH_EPISODES, KNOWING_WHOLE, KNOWING)
ALL = (*PAPERS, ROUGH_EPISODES, KNOWING_WHOLE, KNOWING, THREE, *LENGTHS.values())


def training_runs(series: Setup) -> list[MwumRun]:
    """Return the training runs of a series, one per seed. Raises BadRun if one is missing."""
    return [RUNS.load(series.run(seed)) for seed in SEEDS]


def points(block: Block) -> Estimate:
    """Return the mean score, with its interval over games, of a block of training games."""
    return mean_of_sums(block.games, block.points, block.squares)


def over_runs(runs: Sequence[Estimate]) -> Estimate:
    """Return the mean of several runs' mean scores (`runs` has one estimate for each run), with an
    interval over runs. The estimate of a single run is returned unchanged.
    """
    return runs[0] if len(runs) == 1 else mean([run.value or 0.0 for run in runs])


def at_the_end(made: Sequence[MwumRun], games: int) -> Estimate:
    """Return the mean score over the last `games` training games of each of the runs `made`, with
    an interval over runs.
    """
    return over_runs([points(together([training_run], games)) for training_run in made])


def tested(test: Tally | None, scoring: str) -> Estimate:
    """Return the mean score in fresh games after training. `test` has the number of these games by
    score. Raises BadRun if `test` is None, as for an unfinished run.

    `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
    """
    if test is None:
        raise BadRun(
            "A run of this page is unfinished; `manage.py mwum NAME --resume` continues it."
        )
    return mean_of_counts(test.counts[scoring])


def five(made: Sequence[MwumRun]) -> float:
    """Return the percentage of games with at least five cards played, over all runs in `made`.

    The games are the fresh ones after training in which the agent draws its actions in proportion
    to their weights.
    """
    tests = [run.drawn for run in made if run.drawn]
    return 100 * sum(sum(test.stacks[5:]) for test in tests) / sum(test.games for test in tests)


def together(made: list[MwumRun], games: int) -> Block:
    """Return the results of the last `games` training games of each of the runs `made`, summed
    into one block. `games` is rounded up to whole blocks of each run.
    """
    kept: list[Block] = []
    for training_run in made:
        left = games
        for block in reversed(training_run.curve):
            if left > 0:
                kept.append(block)
                left -= block.games
    return reduce(add, kept)


def along(made: list[MwumRun], points: int) -> list[tuple[int, Block]]:
    """Merge successive blocks of training games, and sum them over the runs `made`, which must have
    equally many blocks. The result has at least `points` merged blocks, or as many as each run has
    if these are fewer.

    Return a pair for each merged block: the number of training games of one run up to the block's
    end, and the results of all runs within the block.
    """
    blocks = list(zip(*(training_run.curve for training_run in made), strict=True))
    step = max(1, len(blocks) // points)
    curve, before = [], 0
    for start in range(0, len(blocks), step):
        part = [block for row in blocks[start : start + step] for block in row]
        games = sum(row[0].games for row in blocks[start : start + step])
        curve.append((before + games, reduce(add, part)))
        before += games
    return curve
