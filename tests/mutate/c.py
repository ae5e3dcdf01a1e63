"""Mutations of C: one operator or constant of a changed line at a time."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.mutate.changed import ROOT, nearest_tests

BUILD, LIBRARY = ROOT / "build" / "mutating", ROOT / "build" / "mutated"
SWAPS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "&&": "||",
    "||": "&&",
    "+": "-",
    "-": "+",
    "++": "--",
    "--": "++",
}
# Operators stand between spaces, as clang-format leaves them; the others are part of a name,
# a pointer or a comment.
TOKEN = re.compile(r"(?<= )(<=|>=|==|!=|&&|\|\||[<>+-])(?= )|(\+\+|--)|(?<![\w.])(\d+)(?![\w.])")
NO_CODE = re.compile(r"^\s*(#|/?\*|//)|^\s*$")
COMMENT = re.compile(r"/\*.*?\*/|/\*.*|\"[^\"]*\"")


class Mutation(NamedTuple):
    path: str
    line: int
    begin: int
    end: int
    new: str

    def of(self, text: str) -> str:
        """The file's text with this change."""
        lines = text.splitlines(keepends=True)
        old = lines[self.line - 1]
        lines[self.line - 1] = old[: self.begin] + self.new + old[self.end :]
        return "".join(lines)


def mutations(path: str, numbers: set[int]) -> Iterator[Mutation]:
    """Every change of these lines of a file that the tests should notice."""
    for number, line in enumerate((ROOT / path).read_text().splitlines(), start=1):
        if number not in numbers or NO_CODE.match(line):
            continue
        code = COMMENT.sub(lambda found: " " * len(found[0]), line)
        for token in TOKEN.finditer(code):
            new = SWAPS.get(token[0]) or str(int(token[0]) + 1)
            yield Mutation(path, number, *token.span(), new)


def build() -> None:
    """The core at -O1 in a folder of its own, once; after that one file a mutation."""
    folders = ["--build-base", str(BUILD), "--build-lib", str(LIBRARY)]
    subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build", *folders],
        cwd=ROOT,
        env=os.environ | {"HANABI_BUILD": "quick"},
        check=True,
    )


@contextmanager
def built_with(mutation: Mutation) -> Iterator[bool]:
    """Within, the core has the mutation; false if it does not compile."""
    from native import _build

    (extension,) = (LIBRARY / "native").glob("_core*.so")
    unit = next(BUILD.rglob(f"{Path(mutation.path).with_suffix('.o')}"))
    mutated = BUILD / "mutated.c"
    mutated.write_text(mutation.of((ROOT / mutation.path).read_text()))
    for file in (unit, extension):
        shutil.copy(file, file.with_suffix(".kept"))
    objects = sorted(str(file) for file in BUILD.rglob("*.o"))
    flags = ["-std=c11", "-O1", "-fPIC", f"-I{_build.HERE}", "-w"]
    try:
        done = [
            subprocess.run(command, capture_output=True, check=False).returncode
            for command in (
                ["gcc", *flags, "-c", str(mutated), "-o", str(unit)],
                ["gcc", "-shared", *objects, "-lm", "-o", str(extension)],
            )
        ]
        yield done == [0, 0]
    finally:
        for file in (unit, extension):
            file.with_suffix(".kept").replace(file)


def noticed(mutation: Mutation, timeout: float = 300) -> bool:
    """Whether the nearest tests fail; a build that fails and an endless loop are noticed too."""
    with built_with(mutation) as compiles:
        if not compiles:
            return True
        command = [sys.executable, "-P", "-m", "pytest", "-q", "-x", "-m", "native and not slow"]
        command += ["--override-ini", "pythonpath=build/mutated", *nearest_tests(mutation.path)]
        try:
            tests = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=timeout)
        except subprocess.TimeoutExpired:
            return True
        return tests.returncode != 0


def survivors(changed: dict[str, set[int]]) -> Iterator[Mutation]:
    """Mutations of changed C files, not headers, that no test notices."""
    files = {path: lines for path, lines in changed.items() if path.endswith(".c")}
    if files:
        build()
    for path, lines in files.items():
        for mutation in mutations(path, lines):
            if not noticed(mutation):
                yield mutation
