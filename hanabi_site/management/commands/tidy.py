"""`manage.py tidy`: what nobody needs any more goes. Once a day."""

from typing import Any

from django.core.management.base import BaseCommand

from hanabi_site.retention import tidy


class Command(BaseCommand):
    help = (
        "End the games that nobody has been at for a day; delete tables that never began, guests "
        "who never played, old sessions and the records of old tasks. Run it daily."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        gone = tidy()
        self.stdout.write(", ".join(f"{count:,} {what}" for what, count in gone.items()))
