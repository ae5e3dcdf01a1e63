"""What operators copy from `deploy/` can be read by the programs that it is for."""

from __future__ import annotations

import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands

DEPLOY = Path(__file__).parents[2] / "deploy"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin") or ""
UNITS = sorted((DEPLOY / "systemd").iterdir())


def test_compose_starts_every_part_with_commands_that_exist() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    parts = {"prepare", "web", "study", "worker", "daily", "nginx", "postgres", "redis"}
    assert set(services) == parts
    for name in ("web", "study", "worker", "daily", "prepare"):
        assert services[name]["environment"]["REDIS_URL"].startswith("redis://redis")
    said = " ".join(str(service.get("command", "")) for service in services.values())
    assert set(re.findall(r"manage\.py (\w+)", said)) <= set(get_commands())


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_of_systemd_runs_a_command_that_exists(unit: Path) -> None:
    read = ConfigParser(strict=False, interpolation=None)
    read.read(unit)
    assert "Unit" in read
    assert set(re.findall(r"manage\.py (\w+)", unit.read_text())) <= set(get_commands())


def test_pages_of_figures_are_made_by_a_process_that_gives_way() -> None:
    unit = (DEPLOY / "systemd/hanabi-study.service").read_text()
    port = re.findall(r"serve --port (\d+) --study\n", unit)
    site = (DEPLOY / "nginx/hanabi-lab.conf").read_text()
    assert re.findall(r"upstream hanabi_study \{ server 127.0.0.1:(\d+); \}", site) == port != []
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert services["study"]["command"].endswith("--study")
    assert "command" not in services["web"]


@pytest.mark.skipif(not NGINX, reason="nginx is not installed.")
@pytest.mark.parametrize("name", ["compose.conf", "hanabi-lab.conf"])
def test_nginx_takes_its_configuration(name: str, tmp_path: Path) -> None:
    """With hosts that are here, and without certificates."""
    text = (DEPLOY / "nginx" / name).read_text()
    text = re.sub(r"server (web|study):8000;", r"server 127.0.0.1:8000;", text)
    text = re.sub(r"^\s*(ssl_\w+|listen) .*;$", "", text, flags=re.MULTILINE)
    text = text.replace("/etc/nginx/hanabi-lab.conf", str(DEPLOY / "nginx/site.conf"))
    (tmp_path / "part.conf").write_text(text)
    whole = tmp_path / "nginx.conf"
    whole.write_text(f"pid {tmp_path}/pid; events {{}} http {{ include {tmp_path}/part.conf; }}")
    answer = subprocess.run([NGINX, "-t", "-c", str(whole)], capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
