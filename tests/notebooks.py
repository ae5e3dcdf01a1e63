"""Runs the notebooks of docs/notebooks: `python -m tests.notebooks` writes what their cells print.

A cell's output is what it prints and the text of its last expression, as in Jupyter. Cells of one
notebook share their names and run in order.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"


def notebooks() -> list[Path]:
    return sorted(FOLDER.glob("*.ipynb"))


def stored(path: Path) -> list[str]:
    """The outputs that stand in the file, a text a cell of code."""
    return ["".join(map(_text, cell["outputs"])) for cell in _code(json.loads(path.read_text()))]


def made(path: Path) -> list[str]:
    """The outputs of a run in an empty folder."""
    names: dict[str, Any] = {"__name__": "__main__"}
    here = Path.cwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            cells = _code(json.loads(path.read_text()))
            return [_run("".join(cell["source"]), names) for cell in cells]
        finally:
            os.chdir(here)


def write(path: Path) -> None:
    """Put the outputs of a run in the file."""
    notebook, outputs = json.loads(path.read_text()), iter(made(path))
    for number, cell in enumerate(_code(notebook), start=1):
        text = next(outputs)
        stream = {"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}
        cell["execution_count"], cell["outputs"] = number, [stream] if text else []
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")


def _run(source: str, names: dict[str, Any]) -> str:
    *body, last = ast.parse(source).body
    shown = isinstance(last, ast.Expr)
    out = StringIO()
    with redirect_stdout(out):
        exec(compile(ast.Module(body if shown else [*body, last], []), "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
            if value is not None:
                print(value)  # noqa: T201 - this is what a cell shows
    return out.getvalue()


def _code(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def _text(output: dict[str, Any]) -> str:
    return "".join(output["text"])


if __name__ == "__main__":
    with TemporaryDirectory() as runs:
        os.environ["RUNS_DIR"] = runs
        for notebook in notebooks():
            write(notebook)
            sys.stderr.write(f"{notebook.name}\n")
