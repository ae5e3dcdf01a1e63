"""Only the choices of a column changed, which no database stores."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0004_coach_report"),
    ]

    operations = []
