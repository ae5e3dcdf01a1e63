from typing import Any

from django.db import migrations, models
from django.db.models import F

from game.migrations._columns import add


def of_the_last_day(apps: Any, schema_editor: Any) -> None:
    """Deletion after the last day of storage was recorded as a withdrawal."""
    people = apps.get_model("analysis", "Participation").objects
    late = people.filter(withdrawn__date__gt=F("study__keep_until"))
    late.update(expired=F("withdrawn"), withdrawn=None, reference="")


class Migration(migrations.Migration):
    dependencies = [
        ("analysis", "0017_season_keys"),
    ]

    operations = [
        *add("participation", expired=models.DateTimeField(null=True)),
        migrations.RunPython(of_the_last_day, migrations.RunPython.noop),
    ]
