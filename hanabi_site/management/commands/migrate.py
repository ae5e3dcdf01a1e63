"""`manage.py migrate`: Django's command, which ignores changed help texts and choices."""

from django.core.management.commands import migrate

from hanabi_site.management.commands.makemigrations import ColumnsOnly


class Command(migrate.Command):
    autodetector = ColumnsOnly
