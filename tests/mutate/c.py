"""Mutations of C: one operator or constant of a changed line at a time."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.mutate.mutation import Mutation

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
CONSTANT = re.compile(r"^(static )?(const |enum\b)(?!.*\) \{$)")
"""How a constant begins outside of functions, whose number no test need repeat."""
COMMENT = re.compile(r"/\*.*?\*/|/\*.*|\"[^\"]*\"")


def mutations(path: str, text: str, lines: set[int]) -> Iterator[Mutation]:
    """Every change of these lines that the tests should notice."""
    all_lines, constant = text.splitlines(keepends=True), False
    for index, line in enumerate(all_lines):
        constant = bool(CONSTANT.match(line)) or (constant and ";" not in all_lines[index - 1])
        if index + 1 not in lines or NO_CODE.match(line):
            continue
        code = COMMENT.sub(lambda comment: " " * len(comment[0]), line)
        for token in TOKEN.finditer(code):
            if constant and token[3]:
                continue
            new = SWAPS.get(token[0]) or str(int(token[0]) + 1)
            changed = line[: token.start()] + new + line[token.end() :]
            after = "".join([*all_lines[:index], changed, *all_lines[index + 1 :]])
            yield Mutation(path, text, after)


class Core:
    """The core of a tree, built so that one file of it can be built anew by itself."""

    def __init__(self, tree: Path) -> None:
        self.tree, self.build = tree, tree / "build"
        subprocess.run(
            [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
            cwd=tree,
            env=os.environ | {"HANABI_BUILD": "quick"},
            check=True,
        )
        (self.extension,) = (tree / "native").glob("_core*.so")

    @contextmanager
    def built_with(self, path: str) -> Iterator[bool]:
        """Within, the core is built with a file as it is now; false if it does not compile."""
        unit = next(self.build.rglob(str(Path(path).with_suffix(".o"))))
        for file in (unit, self.extension):
            shutil.copy(file, file.with_suffix(".kept"))
        objects = sorted(str(file) for file in self.build.rglob("*.o"))
        flags = ["-std=c11", "-O1", "-fPIC", "-Inative", "-w"]
        commands = (
            ["gcc", *flags, "-c", path, "-o", str(unit)],
            ["gcc", "-shared", *objects, "-lm", "-o", str(self.extension)],
        )
        try:
            yield all(
                subprocess.run(command, cwd=self.tree, capture_output=True).returncode == 0
                for command in commands
            )
        finally:
            for file in (unit, self.extension):
                file.with_suffix(".kept").replace(file)
