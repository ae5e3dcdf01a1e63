"""Measure the coverage of the confidence intervals: `manage.py check_statistics`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from analysis.statistics.simulated import CHECKS, NOT_USED, POWER_CHECKS, coverage, power


class Command(BaseCommand):
    help = (
        "Try every statistical method on simulated data, and print how often its 95% interval "
        "contains the true value, and how often an experiment of the size given by the power "
        "calculator detects its difference: the tables of docs/statistics.md."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--times", type=int, default=4000, help="repetitions per check (4000)")
        parser.add_argument("--seed", type=int, default=1, help="of the simulated data (1)")

    def handle(self, *, times: int, seed: int, **options: Any) -> None:
        if not 1 <= times <= 10**6 or seed < 0:
            wrong = f"not {times} and {seed}"
            raise CommandError(
                f"--times goes from 1 to 1000000, --seed from 0, {wrong}.", returncode=2
            )
        self.stdout.write("| method | the 95% interval covers the true value |\n|---|---|\n")
        for name, check in {**CHECKS, **NOT_USED}.items():
            held, error = coverage(check, times, seed)
            self.stdout.write(f"| {name} | {100 * held:.1f} ± {196 * error:.1f}% |\n")
        self.stdout.write(
            "| experiment of the calculator's size | finds the difference |\n|---|---|\n"
        )
        for name, check in POWER_CHECKS.items():
            found, error = power(check, times, seed)
            self.stdout.write(f"| {name} | {100 * found:.1f} ± {196 * error:.1f}% |\n")
