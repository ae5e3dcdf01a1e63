"""The load test: it plays at real tables and reports what it measured."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from game.models import Table
from game.tables.state import load
from tests.load.__main__ import main
from tests.load.report import numbers, percentile, sentences
from tests.load.run import Outcome, Plan
from tests.load.site import fill, nginx_configuration
from tests.load.table import Measurements

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin") or ""


def test_percentiles_are_over_the_measured_times() -> None:
    seconds = [n / 1000 for n in range(1, 101)]
    assert percentile(seconds, 0.5) == 51.0
    assert percentile(seconds, 1) == 100.0
    assert percentile([], 0.5) is None


def test_costs_are_a_move_and_only_of_a_server_of_its_own() -> None:
    measured = Measurements(accepted=[0.01], seen=[0.02], moves=50, frames=120, refused=1)
    plan = Plan(tables=3, seconds=10, onlookers=4, crowd=5)
    outcome = Outcome(measured, cpu_seconds=0.5, statements=250, cpu_seconds_a_connection=0.0037)
    report = numbers(plan, outcome)
    assert (report["cpu_ms_per_move"], report["sql_per_move"]) == (10.0, 5.0)
    assert (report["frames_per_cpu_second"], report["sockets"]) == (240, 4 + 12 + 5)
    assert "costs the server 3.7 ms" in sentences(plan, outcome)
    assert numbers(plan, Outcome(measured))["cpu_ms_per_move"] is None


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        (["--tables", "0"], "--tables must be 1 to 5,000."),
        (["--bots", "2"], "--bots must be 0 to 1."),
        (["--processes", "2"], "Several processes need LOAD_DATABASE_URL and REDIS_URL."),
    ],
)
def test_an_impossible_load_is_refused_with_a_message(
    wrong: list[str],
    refusal: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("LOAD_DATABASE_URL", raising=False)
    with pytest.raises(SystemExit, match="2"):
        main(wrong)
    assert refusal in capsys.readouterr().err


def test_a_site_that_does_not_answer_is_reported() -> None:
    with pytest.raises(SystemExit, match=r"127\.0\.0\.1:9"):
        main(["--tables", "1", "--seconds", "1", "--url", "http://127.0.0.1:9"])


@pytest.mark.slow
@pytest.mark.django_db
def test_people_and_bots_play_and_no_request_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    asked = "--tables 4 --seconds 2 --pace 0.2 --readers 1 --onlookers 1 --finished 5 --json"
    main(asked.split())
    report = json.loads(capsys.readouterr().out)
    assert report["moves"] > 0
    assert report["refused"] == 0
    assert report["p99_ms"] > 0
    assert report["sql_per_move"] > 3


@pytest.mark.skipif(not NGINX, reason="nginx is not installed.")
def test_nginx_takes_the_configuration_that_operators_get(tmp_path: Path) -> None:
    (tmp_path / "nginx.conf").write_text(nginx_configuration(tmp_path, 8000, [8001, 8002], 8003))
    answer = subprocess.run(
        [NGINX, "-t", "-c", str(tmp_path / "nginx.conf")], capture_output=True, text=True
    )
    assert answer.returncode == 0, answer.stderr


@pytest.mark.django_db
@pytest.mark.long
def test_a_database_is_filled_with_finished_games() -> None:
    fill(5)
    assert Table.objects.filter(status=Table.Status.FINISHED).count() == 5
    assert len({table.moves.count() for table in Table.objects.all()}) == 1
    assert load(Table.objects.order_by("-pk")[0].slug).over
