"""Clues by what they newly told: counted again from the games that are kept."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from analysis.traces.packing import game_of
from native.play.style import styles

CHUNK = 500


def count_again(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    seats = apps.get_model("analysis", "TraceSeat").objects.order_by("trace", "index")
    traces: dict[int, list[list[int]]] = {}
    changed = []
    for seat in seats.select_related("trace__document").iterator(chunk_size=CHUNK):
        if seat.trace_id not in traces:
            game = game_of(seat.trace.document.body)
            traces = {seat.trace_id: [list(style.tellings) for style in styles(game)]}
        seat.tellings = traces[seat.trace_id][seat.index]
        changed.append(seat)
        if len(changed) == CHUNK:
            seats.bulk_update(changed, ["tellings"])
            changed = []
    seats.bulk_update(changed, ["tellings"])


class Migration(migrations.Migration):
    dependencies = [("analysis", "0002_company_and_help")]

    operations = [
        migrations.AddField(
            model_name="traceseat",
            name="tellings",
            field=models.JSONField(
                default=list, help_text="Clues by how many cards they newly told, from 0 on."
            ),
        ),
        migrations.RunPython(count_again, migrations.RunPython.noop),
    ]
