"""What the site demands when DEBUG is off."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

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
