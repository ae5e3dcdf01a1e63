"""Run the notebooks of docs/notebooks: `python -m tests.notebooks` writes their outputs.

A cell's output is what it prints, the text of its last expression unless a semicolon follows, and
its plots, as in Jupyter. Cells of one notebook share their names and run in order.
"""

import ast
import json
import os
import sys
from base64 import b64encode
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

os.environ["MPLBACKEND"] = "agg"  # no window, wherever a notebook runs

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"


def notebooks() -> list[Path]:
    return sorted(FOLDER.glob("*.ipynb"))


@dataclass(frozen=True)
class Output:
    """What one cell of code shows."""

    text: str
    plots: tuple[bytes, ...] = ()
    """PNG files."""


def stored(path: Path) -> list[str]:
    """Return the text outputs in the file, one for each cell of code."""
    return ["".join(map(_text, cell["outputs"])) for cell in _code(json.loads(path.read_text()))]


def made(path: Path) -> list[Output]:
    """Run the notebook in an empty folder and return its outputs, one for each cell of code."""
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
    """Run the notebook and write its outputs into the file."""
    notebook, outputs = json.loads(path.read_text()), iter(made(path))
    for number, cell in enumerate(_code(notebook), start=1):
        output = next(outputs)
        lines = output.text.splitlines(keepends=True)
        cell["execution_count"], cell["outputs"] = number, []
        if lines:
            stream = {"name": "stdout", "output_type": "stream", "text": lines}
            cell["outputs"].append(stream)
        for plot in output.plots:
            data = {"image/png": b64encode(plot).decode()}
            image = {"data": data, "metadata": {}, "output_type": "display_data"}
            cell["outputs"].append(image)
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")


def _run(source: str, names: dict[str, Any]) -> Output:
    *body, last = ast.parse(source).body
    shown = isinstance(last, ast.Expr) and not source.rstrip().endswith(";")
    out = StringIO()
    with redirect_stdout(out):
        exec(compile(ast.Module(body if shown else [*body, last], []), "cell", "exec"), names)
        if shown and isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
            if value is not None:
                print(value)  # noqa: T201 - this is what a cell shows
    return Output(out.getvalue(), tuple(_plots()))


def _plots() -> Iterator[bytes]:
    """Yield every open figure that has something drawn in it, and close it."""
    from matplotlib import pyplot as plt  # takes a second, which no other test should wait for

    for number in plt.get_fignums():
        figure, file = plt.figure(number), BytesIO()
        if any(axes.has_data() for axes in figure.axes):
            figure.savefig(
                file, format="png", dpi=72, bbox_inches="tight", metadata={"Software": None}
            )
            yield file.getvalue()
        plt.close(figure)


def _code(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def _text(output: dict[str, Any]) -> str:
    return "".join(output.get("text", ()))


if __name__ == "__main__":
    with TemporaryDirectory() as runs:
        os.environ["RUNS_DIR"] = runs
        for notebook in notebooks():
            write(notebook)
            sys.stderr.write(f"{notebook.name}\n")
