"""Parameters that make no run are refused in a sentence, and nothing is left behind."""

import io
import json
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from agents.archives import runs

pytestmark = pytest.mark.usefixtures("small_runs")

SMALL = {"individuals": 60, "initial": 20, "games": 4, "batch": 20, "grid": (4, 4), "threads": 1}


def evolve(**options: object) -> str:
    out = io.StringIO()
    call_command("evolve", **SMALL | options, stdout=out, stderr=io.StringIO())
    return out.getvalue()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"run": "No Name"}, "small letters"),
        ({"run": ""}, "small letters"),
        ({"run": "../up"}, "small letters"),
        ({"run": "compare"}, "name of a page"),
        ({"individuals": -1}, "individuals must be from 1"),
        ({"initial": 61}, "initial must be from 1 to 60"),
        ({"algorithm": "best"}, "algorithm must be paper or improved or adaptive, not “best”"),
        ({"measures": ("risk_aversion", "beauty")}, "not “beauty”"),
        ({"measures": ("risk_aversion", "risk_aversion")}, "measures must differ"),
        ({"threads": 0}, "threads must be from 1 to 1024, not 0"),
        ({"executor": "magic"}, "executor must be threads or dask"),
        ({"executor": "dask", "scheduler": "here"}, "scheduler here is not an address"),
        ({"resume": True}, "There is no run fresh"),
    ],
)
def test_invalid_parameters_are_refused_with_a_message_and_leave_no_file(
    options: dict[str, object], words: str, small_runs: Path
) -> None:
    with pytest.raises(CommandError, match=words) as refusal:
        evolve(**{"run": "fresh"} | options)
    assert refusal.value.returncode == 2
    assert str(refusal.value).endswith(".")
    assert list(small_runs.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_named(small_runs: Path, settings: LazySettings) -> None:
    taken = small_runs / "a-file"
    taken.write_text("")
    settings.RUNS_DIR = str(taken)
    with pytest.raises(
        CommandError, match="a-file/fresh cannot be written: Not a directory"
    ) as refusal:
        evolve(run="fresh")
    assert refusal.value.returncode == 2


def test_a_run_is_made_and_reported_as_json() -> None:
    told = json.loads(evolve(run="fresh", json=True))
    assert told["run"] == "fresh"
    assert told["individuals"] == 60
    assert told["games"] >= 60 * 4
    for field in ("coverage", "mean_valid", "max", "max_cell", "qd_score", "seconds"):
        assert told[field] is not None
    assert runs.load("fresh").complete


def test_a_run_resumes_without_repeating_its_parameters() -> None:
    evolve(run="fresh", individuals=40)
    call_command("evolve", run="fresh", resume=True, individuals=60, stderr=io.StringIO())
    assert runs.load("fresh").individuals == 60


def test_a_run_cannot_resume_with_other_parameters() -> None:
    evolve(run="fresh")
    with pytest.raises(CommandError, match="was begun with mode faithful, which cannot change"):
        evolve(run="fresh", mode="clean", resume=True)


def test_options_by_their_former_names_make_the_same_run(small_runs: Path) -> None:
    size = ["--individuals", "60", "--initial", "20", "--games", "4", "--grid", "4x4"]
    for name, old in (("now", False), ("before", True)):
        words = ("--variant", "--rules") if old else ("--algorithm", "--alphabet")
        chosen = (words[0], "improved", words[1], "full")
        call_command("evolve", "--run", name, *chosen, *size, stdout=io.StringIO())
    now, before = (runs.load(name) for name in ("now", "before"))
    assert (now.recipe, now.setting, now.cells) == (before.recipe, before.setting, before.cells)
    assert now.setting.alphabet == "full"
