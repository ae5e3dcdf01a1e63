"""What the measures are made of is kept by name, so that a new tally needs no new column."""

from typing import Any

from django.db import migrations, models
from django.db.models import BigIntegerField, F
from django.db.models.functions import Cast, JSONObject, Round

CERTAIN = 2**32
COUNTED = ("offered", "clues", "plays", "known")


def name_them(apps: Any, _: object) -> None:
    """The core's certainty was a whole number before it was divided, and is one again."""
    certainty = Cast(Round(F("certainty") * CERTAIN), BigIntegerField())
    tallies = JSONObject(**{name: F(name) for name in COUNTED}, certainty=certainty)
    apps.get_model("analysis", "TraceSeat").objects.update(tallies=tallies)


class Migration(migrations.Migration):
    dependencies = [("analysis", "0005_people_who_took_over")]

    operations = [
        migrations.AddField("traceseat", "tallies", models.JSONField(default=dict)),
        migrations.RunPython(name_them, migrations.RunPython.noop),
        *(migrations.RemoveField("traceseat", name) for name in (*COUNTED, "certainty")),
        migrations.RenameField("traceseat", "partner_information", "partner_information_per_play"),
    ]
