"""Which tests execute a line of Python, as one measured run of the tests recorded it."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from coverage import CoverageData

from tests.mutate.changed import nearest_tests
from tests.mutate.contexts import SECONDS, TEST

MARKS = "not slow and not e2e"
FORBIDS = re.compile(r"@require_\w+|@login_required")
METHODS = "tests/site/test_methods.py"
"""What a decorator forbids to a view, no test that executes the view's body can see."""
TABLES = "tests/site/test_production_settings.py::test_the_migrations_have_all_columns"
"""What a model says of a column takes effect by its migration."""
CONFIGURATION = f"""[run]
source = hanabi_lab,hanabi_site,analysis,game,agents,native
omit = */migrations/*
relative_files = true
parallel = true
context = ${{{TEST}-}}
"""


def collect(tree: Path, folder: Path, tests: Sequence[str]) -> None:
    """Run these tests in a tree, and add what they execute to a folder of recordings."""
    recording = folder / str(len(list(folder.glob("*"))))
    for file in tree.rglob("*.py"):
        copy = recording / "sources" / file.relative_to(tree)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    configuration = recording / "coverage.ini"
    configuration.write_text(f"{CONFIGURATION}data_file = {recording / 'measured'}\n")
    measured = {
        "COVERAGE_PROCESS_START": str(configuration),
        SECONDS: str(recording / "seconds.jsonl"),
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", MARKS]
    command += ["-p", "tests.mutate.contexts", "--hypothesis-profile=few", *tests]
    subprocess.run(command, cwd=tree, env=os.environ | {"PYTHONPATH": str(tree)} | measured)


class Recording:
    """The lines that each test executed, in files as they were then."""

    def __init__(self, folder: Path) -> None:
        rows = map(json.loads, (folder / "seconds.jsonl").read_text().splitlines())
        self.seconds = {test: seconds for test, seconds, passed in rows if passed}
        self._sources = folder / "sources"
        self._data = CoverageData(str(folder / "combined"))
        if not (folder / "combined").exists():
            for file in sorted(folder.glob("measured*")):
                other = CoverageData(str(file))
                other.read()
                self._data.update(other)
        self._data.read()

    def tests(self, path: str, text: str, lines: set[int]) -> set[str]:
        """The tests that executed these lines of a file whose text is now this."""
        source = self._sources / path
        if not source.exists():
            return set()
        then, now = source.read_text().splitlines(), text.splitlines()
        known = self._data.contexts_by_lineno(path)
        found: set[str] = set()
        for old, new, size in SequenceMatcher(a=then, b=now, autojunk=False).get_matching_blocks():
            for line in lines & set(range(new + 1, new + size + 1)):
                found.update(known.get(line - new + old, ()))
        return found & self.seconds.keys()


class Executed:
    """All recordings of a folder, of the tests that there are; the newest seconds of one count."""

    def __init__(self, folder: Path, there: set[str]) -> None:
        self.recordings = [Recording(one) for one in sorted(folder.glob("*"))]
        seconds: dict[str, float] = {}
        for recording in self.recordings:
            seconds |= recording.seconds
        self.seconds = {test: seconds[test] for test in seconds.keys() & there}

    def tests(self, path: str, text: str, changed: set[int], budget: float) -> list[str]:
        """The tests that execute the statement around changed lines, fastest first, then those of
        the nearest test files, within a budget of CPU seconds; of tests that exist, at least one.
        """
        lines = set().union(*(deciding_lines(text, line) for line in changed))
        executing = {test for one in self.recordings for test in one.tests(path, text, lines)}
        executing &= self.seconds.keys()
        near = tuple(nearest_tests(path))
        others = {test for test in self.seconds if test.startswith(near)} - executing
        ordered = [*self._fastest(executing), *self._fastest(others)]
        forbids = any(FORBIDS.match(text.splitlines()[line - 1]) for line in changed)
        if first := METHODS if forbids else TABLES if path.endswith("/models.py") else "":
            ordered = [*(one for one in self.seconds if one.startswith(first)), *ordered]
        chosen: list[str] = []
        spent = 0.0
        for test in ordered:
            spent += self.seconds[test]
            if chosen and spent > budget:
                break
            chosen.append(test)
        return chosen

    def _fastest(self, tests: set[str]) -> list[str]:
        return sorted(tests, key=lambda test: (self.seconds[test], test))


Function = (ast.FunctionDef, ast.AsyncFunctionDef)


def deciding_lines(text: str, line: int) -> set[int]:
    """The lines whose execution shows that this line matters: of its statement; of a function's
    body if it is in the header; of all functions of the file if it runs on import."""
    tree = ast.parse(text)
    functions = [node for node in ast.walk(tree) if isinstance(node, Function)]
    bodies = [set(range(one.body[0].lineno, (one.end_lineno or 0) + 1)) for one in functions]
    around = [body for body in bodies if line in body]
    if around:
        inner = min(around, key=len)
        spans = [set(span) for span in _statements(tree) if line in span]
        return min((span for span in spans if span <= inner), key=len, default={line})
    for one, body in zip(functions, bodies, strict=True):
        first = min([one.lineno, *(decorator.lineno for decorator in one.decorator_list)])
        if first <= line < one.body[0].lineno:
            return body
    return set().union(*bodies)


def _statements(tree: ast.Module) -> Iterator[range]:
    """The lines of each simple statement, and of each compound one's header."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            first = getattr(node, "lineno", 0) or node.pattern.lineno  # type: ignore[union-attr]
            body = getattr(node, "body", None)
            last = max(first, body[0].lineno - 1) if body else (node.end_lineno or first)  # type: ignore[union-attr]
            yield range(first, last + 1)
