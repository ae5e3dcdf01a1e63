"""`manage.py migrate`: Django's command, which warns of changed columns only."""

from django.core.management.commands import migrate

from hanabi_site.management.commands.makemigrations import ColumnsOnly


class Command(migrate.Command):
    autodetector = ColumnsOnly
