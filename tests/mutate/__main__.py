"""`make mutate`: change the lines that differ from a base, or a sample of all Python, a little, and
print what no test notices.

A sample needs a recording of the lines that each test executes (`--collect`): only tests that
execute a changed line are run, fastest first."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.mutate import c, python
from tests.mutate.changed import ROOT, all_lines, changed_lines, nearest_tests
from tests.mutate.executed import Executed, collect
from tests.mutate.mutation import Mutation
from tests.mutate.remembered import Remembered
from tests.mutate.sample import sample
from tests.mutate.workshop import Workshop

LANGUAGES = {".c": c, ".py": python}
FOLDER = ROOT / "build" / "mutating"
RECORDINGS = FOLDER / "executed"
INTERRUPTED = 130


def _mutations(path: str, lines: set[int]) -> list[Mutation]:
    return list(LANGUAGES[Path(path).suffix].mutations(path, (ROOT / path).read_text(), lines))


def _changed(base: str) -> Iterator[tuple[str, list[Mutation]]]:
    for path, lines in changed_lines(base).items():
        yield path, _mutations(path, lines)


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def try_changes(base: str, remembered: Remembered, workshop: Workshop) -> None:
    """Try what differs from a base with the nearest tests."""
    tried = unnoticed = 0
    for path, mutations in _changed(base):
        tried += len(mutations)
        unnoticed += _try(path, mutations, remembered, workshop)
    say(f"\nThe tests noticed {tried - unnoticed} of {tried} changes.")


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


def try_sample(
    size: int, seed: str, seconds: int, remembered: Remembered, workshop: Workshop
) -> None:
    """Try a sample of all Python with the tests that execute the changed lines.

    Tests are chosen that usually take half of the CPU seconds: a slower machine notices nothing.
    """
    executed = Executed(RECORDINGS, workshop.tests())
    drawn = sample(all_lines(), _mutations, size, seed)
    unnoticed = 0
    for number, mutation in enumerate([one for _, ones in drawn for one in ones], start=1):
        tests = executed.tests(mutation.path, mutation.before, mutation.lines, seconds / 2)
        noticed, reason = remembered.noticed(mutation, tests), "as before"
        if noticed is None:
            noticed = bool(tests) and workshop.notices(mutation, tests, seconds)
            reason = workshop.reason if tests else "no test is near"
            remembered.keep(mutation, tests, noticed)
        unnoticed += not noticed
        said = "noticed" if noticed else "NOT NOTICED"
        say(f"\n{number} of {size}, {len(tests)} tests, {said}: {reason}\n{mutation.diff}")
    say(f"\nThe tests noticed {size - unnoticed} of {size} changes drawn with seed {seed}.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="make mutate", description=__doc__)
    parser.add_argument("base", nargs="?", default="main", help="change what differs from it")
    parser.add_argument("--sample", type=int, default=0, help="instead, draw this many changes")
    parser.add_argument("--seed", default="sample", help="seed of the sample")
    parser.add_argument("--seconds", type=int, default=60, help="CPU seconds per drawn change")
    parser.add_argument(
        "--collect", nargs="+", metavar="TESTS", help="record which lines these tests execute"
    )
    asked = parser.parse_args()
    remembered, workshop = Remembered(FOLDER / "tried.jsonl"), Workshop(FOLDER / "tree")
    workshop.copy()
    try:
        if asked.collect:
            collect(workshop.folder, RECORDINGS, asked.collect)
        elif asked.sample:
            try_sample(asked.sample, asked.seed, asked.seconds, remembered, workshop)
        else:
            try_changes(asked.base, remembered, workshop)
    except KeyboardInterrupt:
        say("\nStopped. The same command resumes.")
        sys.exit(INTERRUPTED)
