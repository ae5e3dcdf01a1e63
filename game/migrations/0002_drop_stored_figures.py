"""Drop the table of pickled figures that version 0.1 made, and its task."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0001_squashed_0013"),
        ("django_tasks_database", "0021_conditional_partial_index_ordering"),
    ]

    operations = [
        migrations.RunSQL("DROP TABLE IF EXISTS stored_figures", migrations.RunSQL.noop),
        migrations.RunSQL(
            "DELETE FROM django_tasks_database_dbtaskresult"
            " WHERE task_path = 'analysis.ahead.make_ahead'",
            migrations.RunSQL.noop,
        ),
    ]
