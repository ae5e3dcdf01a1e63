"""What the site demands when DEBUG is off."""

import os
import re
import shutil
import stat
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command, get_commands
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory

from hanabi_site.middleware.compression import Middleware
from hanabi_site.settings import env
from hanabi_site.settings.services import POSTGRES_OPTIONS, database_settings

pytestmark = pytest.mark.django_db

COMPLETE = {
    "DEBUG": "off",
    "SECRET_KEY": "k7!mPz4@Wq9#Lx2$Vn8%Rt5^Bc1&Yh6*Jd3(Fg0)Ks+Ew-Ua=Io",
    "ALLOWED_HOSTS": "hanabi.example.org",
    "SECURE_COOKIES": "on",
}


def check_deploy(variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    outside = {name: value for name, value in os.environ.items() if name not in COMPLETE}
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=settings.BASE_DIR,
        env=outside | variables,
        capture_output=True,
        text=True,
        timeout=600,
    )


@pytest.mark.long
def test_the_deployment_check_is_clean_with_every_variable_set() -> None:
    answer = check_deploy(COMPLETE)
    assert answer.returncode == 0, answer.stderr
    assert "no issues" in answer.stdout


@pytest.mark.long
@pytest.mark.parametrize("name", ["SECRET_KEY", "ALLOWED_HOSTS", "SECURE_COOKIES"])
def test_a_missing_choice_is_refused_by_name(name: str) -> None:
    answer = check_deploy({key: value for key, value in COMPLETE.items() if key != name})
    assert answer.returncode != 0
    assert f"With DEBUG off, please set {name} (" in answer.stderr


def test_a_switch_understands_on_and_off(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, expected in {"on": True, "YES": True, "1": True, "off": False, "0": False}.items():
        monkeypatch.setenv("LAMP", value)
        assert env.switch("LAMP", default=not expected) is expected
    monkeypatch.setenv("LAMP", " ")
    assert env.switch("LAMP", default=True) is True


def test_a_mistyped_switch_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAMP", "offf")
    with pytest.raises(ImproperlyConfigured, match="LAMP is 'offf'; it must be 'on' or 'off'"):
        env.switch("LAMP", default=True)


def test_every_missing_variable_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ONE", "set")
    with pytest.raises(ImproperlyConfigured, match=r"TWO \(second\); THREE \(third\)") as refusal:
        env.require({"ONE": "first", "TWO": "second", "THREE": "third"})
    assert "ONE" not in str(refusal.value)


def test_the_stored_secret_stays_the_same_and_private(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    secret = env.stored_secret(file)
    assert len(secret) >= 50
    assert env.stored_secret(file) == secret
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="These are SQLite's own settings.")
def test_sqlite_really_runs_with_wal_and_a_busy_timeout() -> None:
    def pragma(name: str) -> object:
        with connection.cursor() as cursor:
            return cursor.execute(f"PRAGMA {name}").fetchone()[0]

    assert pragma("journal_mode") == "wal"
    assert pragma("synchronous") == 1
    assert pragma("busy_timeout") == 5000
    assert connection.transaction_mode == "IMMEDIATE"


def test_a_sqlite_url_names_a_file() -> None:
    assert database_settings("sqlite:///games.sqlite3")["NAME"] == "games.sqlite3"
    assert database_settings("sqlite:////var/games.sqlite3")["NAME"] == "/var/games.sqlite3"


def test_a_postgres_url_is_taken_apart() -> None:
    postgres = database_settings("postgres://ana:p%40ss@db.example.org:5433/hanabi")
    assert postgres == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "hanabi",
        "USER": "ana",
        "PASSWORD": "p@ss",
        "HOST": "db.example.org",
        "PORT": 5433,
        "OPTIONS": POSTGRES_OPTIONS,
        "CONN_HEALTH_CHECKS": True,
    }


@pytest.mark.parametrize(
    "url", ["mysql://localhost/hanabi", "hanabi.sqlite3", "postgres://host", "postgres://u@h:abc/x"]
)
def test_any_other_url_is_refused_with_a_message(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        database_settings(url)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "value"),
    [("LOGS", "xml"), ("ALLOWED_HOSTS", "https://x.org"), ("ALLOWED_HOSTS", "x.org:80"),
     ("REDIS_URL", "foo"), ("REDIS_URL", "redis://x:abc/0"), ("DEBUG", "maybe")],
)  # fmt: skip
def test_a_wrong_setting_is_refused_in_one_line_that_names_it(name: str, value: str) -> None:
    answer = check_deploy({name: value})
    assert answer.returncode == 1
    assert re.fullmatch(rf"{name} .*\n", answer.stderr)


def test_the_migrations_have_all_columns() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def policy(response: HttpResponse) -> dict[str, list[str]]:
    directives = response["Content-Security-Policy"].split("; ")
    return {name: sources for name, *sources in map(str.split, directives)}


@pytest.mark.parametrize("address", ["/healthz", "/admin/login/", "/no-such-page", "/static/no.js"])
def test_every_answer_carries_a_strict_policy(client: Client, address: str) -> None:
    sent = policy(client.get(address))
    assert sent["default-src"] == ["'self'"]
    assert sent["style-src"] == sent["script-src"] == ["'self'"]
    assert sent["connect-src"] == ["'self'"]
    assert sent["frame-ancestors"] == ["'none'"]
    assert sent["object-src"] == sent["base-uri"] == ["'none'"]
    assert not any("unsafe" in source for sources in sent.values() for source in sources)


def test_headers_forbid_browsers_to_guess_types_or_leak_addresses(client: Client) -> None:
    response = client.get("/healthz")
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response["X-Frame-Options"] == "DENY"


@pytest.fixture
def asking(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_ENCODING"] = "gzip"
    return client


@pytest.mark.parametrize("address", ["/", "/learn/1.json", "/docs/"])
def test_text_is_compressed(address: str, asking: Client) -> None:
    response = asking.get(address)
    assert response.status_code == 200
    assert response["Content-Encoding"] == "gzip"


@pytest.mark.parametrize("kind", ["font/woff2", "image/png", "application/zip"])
def test_compressed_files_are_sent_unchanged(kind: str, rf: RequestFactory) -> None:
    request = rf.get("/", HTTP_ACCEPT_ENCODING="gzip")
    plain = Middleware(lambda request: HttpResponse(b"0" * 1000, content_type=kind))(request)
    assert "Content-Encoding" not in plain
    assert len(plain.content) == 1000


def test_a_client_that_accepts_no_compression_gets_plain_text(client: Client) -> None:
    assert "Content-Encoding" not in client.get("/")


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
