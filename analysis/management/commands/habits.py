"""Print how often the people of HanabiData follow each habit of play that the page “How you play”
names: `manage.py habits`.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from analysis.people.habits import KINDS, usual


class Command(BaseCommand):
    help = (
        "Print the median share with which published people follow each habit of the page “How you "
        "play”, beside the share that the page calls usual. The people are those of HanabiData, "
        "which must be imported first (`import_traces`; the worker does so while the site runs)."
    )
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        found = usual()
        if not found:
            raise CommandError("No published people with enough games are imported.", returncode=2)
        self.stdout.write(f"{'habit':10}{'median':>8}{'people':>8}{'the page':>10}")
        for name, (share, people) in found.items():
            self.stdout.write(f"{name:10}{share:8.3f}{people:8}{KINDS[name].usual:10.2f}")
