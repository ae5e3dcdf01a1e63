"""What fails and then passes is luck, not proof: it is shown, and allowed twice in a run.

A test that fails is run once more where the Makefile asks for it (`--reruns`). `make test` has
several stages, which count in one file named by HANABI_RETRIES.
"""

import os
from pathlib import Path

import pytest

ALLOWED = 2
SHOWN = 12
"""Lines of a failure that was tried again."""


def passed_after_a_retry(reporter: pytest.TerminalReporter) -> list[str]:
    """The tests of this stage that failed first and passed then."""
    passed = {report.nodeid for report in reporter.stats.get("passed", [])}
    retried = {report.nodeid for report in reporter.stats.get("rerun", [])}
    return sorted(passed & retried)


def first_failures(reporter: pytest.TerminalReporter) -> list[str]:
    """What went wrong the first time, test by test."""
    return [
        line
        for report in reporter.stats.get("rerun", [])
        for line in (report.nodeid, *report.longreprtext.splitlines()[-SHOWN:])
    ]


def with_earlier_stages(names: list[str]) -> list[str]:
    """These and what earlier stages of the run told of; later stages will know these."""
    if "HANABI_RETRIES" not in os.environ:
        return names
    count = Path(os.environ["HANABI_RETRIES"])
    with count.open("a") as file:
        file.writelines(f"{name}\n" for name in names)
    return count.read_text().splitlines()


class Retries:
    """Tells what passed after a retry, and fails the run when it is more than chance."""

    def __init__(self, reporter: pytest.TerminalReporter) -> None:
        self.reporter = reporter
        self.names: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        retried = passed_after_a_retry(self.reporter)
        self.names = with_earlier_stages(retried)
        if retried and len(self.names) > ALLOWED and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self) -> None:
        if not self.names:
            return
        too_many = len(self.names) > ALLOWED
        self.reporter.section(f"{len(self.names)} passed after a retry", yellow=True)
        for name in self.names:
            self.reporter.line(name)
        for line in first_failures(self.reporter):
            self.reporter.line(f"  {line}")
        if too_many:
            self.reporter.line(f"More than {ALLOWED} in a run are no chance: it fails.", red=True)
