"""What the documents show of the package happens."""

import builtins
import json
import re
from pathlib import Path
from typing import Any

import pytest

import hanabi_lab as hl
from analysis.schemas import SCHEMAS
from tests.notebooks import made, notebooks, stored
from tests.reference import document

DOCS = Path(__file__).parents[2] / "docs"
CODE = re.compile(r"```python\n(.*?)```", re.DOTALL)


@pytest.mark.long
@pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.stem)
def test_a_notebooks_stored_output_is_current(path: Path, settings: Any, tmp_path: Path) -> None:
    settings.RUNS_DIR = tmp_path
    outputs = made(path)
    assert [one.text for one in outputs] == stored(path), "python -m tests.notebooks writes them"
    assert outputs[-1].plots, "a notebook ends in a plot"


def test_a_page_leads_to_every_notebook() -> None:
    text = (DOCS / "python.md").read_text()
    assert all(f"(notebooks/{path.name})" in text for path in notebooks())


@pytest.mark.long
@pytest.mark.parametrize("name", ["python", "environments", "ah2ac2"])
def test_the_code_of_a_page_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    for code in CODE.findall((DOCS / f"{name}.md").read_text()):
        exec(compile(code, f"{name}.md", "exec"), names)
    if name == "python":
        assert "You have slots 1 to 5; there is no slot 9" in capsys.readouterr().out


def test_the_reference_is_generated_from_the_docstrings() -> None:
    assert (DOCS / "reference.md").read_text() == document(), (
        "python -m tests.reference > docs/reference.md writes it again"
    )


def test_every_error_of_the_reference_can_be_caught_by_its_name() -> None:
    named = set(re.findall(r"^- `([A-Z]\w+)`: ", document(), re.MULTILINE))
    assert {
        name for name in named if not hasattr(hl, name) and not hasattr(builtins, name)
    } == set()


def test_the_schemas_beside_the_documents_are_those_of_the_program() -> None:
    files = {path.stem: json.loads(path.read_text()) for path in (DOCS / "schemas").iterdir()}
    assert files == {name: json.loads(json.dumps(of())) for name, of in SCHEMAS.items()}, (
        "manage.py rebuild schemas writes them again"
    )
