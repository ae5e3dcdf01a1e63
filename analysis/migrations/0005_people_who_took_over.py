"""Seats that a person took from an agent had nobody's name: they are that person's."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def name_them(apps: Any, _: object) -> None:
    """By the seatings of our own tables."""
    Person = apps.get_model("analysis", "Person")
    Seating = apps.get_model("game", "Seating")
    TraceSeat = apps.get_model("analysis", "TraceSeat")
    nameless = TraceSeat.objects.filter(kind="changed", person=None, trace__table__isnull=False)
    for seat in nameless.select_related("trace"):
        sat = Seating.objects.filter(
            table_id=seat.trace.table_id, index=seat.index, player__isnull=False
        ).first()
        if sat is None:
            continue
        person, _ = Person.objects.get_or_create(
            player_id=sat.player_id,
            defaults={"key": f"player:{sat.player_id}", "name": sat.player.name},
        )
        seat.person = person
        seat.save(update_fields=["person"])


class Migration(migrations.Migration):
    dependencies = [
        ("analysis", "0004_session"),
        ("game", "0002_blind"),
    ]

    operations = [
        migrations.AlterField(
            model_name="traceseat",
            name="person",
            field=models.ForeignKey(
                blank=True,
                help_text="Who sat there, also if only for a part of the game.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="seats",
                to="analysis.person",
            ),
        ),
        migrations.RunPython(name_them, migrations.RunPython.noop),
    ]
