"""`make mutate`: change what differs from a base, or a sample of all, a little, and print what no
test notices."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.mutate import c, python
from tests.mutate.changed import ROOT, all_lines, changed_lines, nearest_tests
from tests.mutate.mutation import Mutation
from tests.mutate.remembered import Remembered
from tests.mutate.sample import sample
from tests.mutate.workshop import Workshop

LANGUAGES = {".c": c, ".py": python}
FOLDER = ROOT / "build" / "mutating"
INTERRUPTED = 130


def main(base: str, size: int, seed: str) -> int:
    remembered, workshop = Remembered(FOLDER / "tried.jsonl"), Workshop(FOLDER / "tree")
    workshop.copy()
    drawn = sample(all_lines(), _mutations, size, seed) if size else _changed(base)
    unnoticed, tried = 0, 0
    try:
        for path, mutations in drawn:
            tried += len(mutations)
            unnoticed += _try(path, mutations, remembered, workshop)
    except KeyboardInterrupt:
        say("\nStopped. The same command goes on from here.")
        return INTERRUPTED
    say(f"\nThe tests noticed {tried - unnoticed} of {tried} changes.")
    return 0


def _mutations(path: str, lines: set[int]) -> list[Mutation]:
    return list(LANGUAGES[Path(path).suffix].mutations(path, (ROOT / path).read_text(), lines))


def _changed(base: str) -> Iterator[tuple[str, list[Mutation]]]:
    for path, lines in changed_lines(base).items():
        yield path, _mutations(path, lines)


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _try(
    path: str, mutations: Sequence[Mutation], remembered: Remembered, workshop: Workshop
) -> int:
    """Try what is not known yet, print what no test notices, and how many these were."""
    tests = nearest_tests(path)
    known = {one: remembered.noticed(one, tests) for one in mutations}
    fresh = [one for one in mutations if known[one] is None]
    say(f"\n{path}: {len(mutations)} changes, {len(fresh)} to try with {' '.join(tests)}")
    if fresh and not workshop.passes(path, tests):
        say(f"{path} is left out: these tests fail without any change.")
        return 0
    for number, mutation in enumerate(mutations, start=1):
        noticed = known[mutation]
        if noticed is None:
            noticed = workshop.notices(mutation, tests)
            remembered.keep(mutation, tests, noticed)
        if not noticed:
            say(f"\n{number} of {len(mutations)} is not noticed:\n{mutation.diff}")
    return sum(remembered.noticed(one, tests) is False for one in mutations)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="make mutate", description=__doc__)
    parser.add_argument("base", nargs="?", default="main", help="change what differs from it")
    parser.add_argument(
        "--sample", type=int, default=0, help="so many changes drawn of all instead"
    )
    parser.add_argument("--seed", default="sample", help="of the sample")
    asked = parser.parse_args()
    sys.exit(main(asked.base, asked.sample, asked.seed))
