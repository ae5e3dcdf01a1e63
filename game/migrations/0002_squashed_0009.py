"""The changes of the tables after version 0.1, in one step."""

from django.db import migrations, models

from game.migrations._columns import add, columns


class Migration(migrations.Migration):
    replaces = [
        ("game", "0002_drop_stored_figures"),
        ("game", "0003_player_plays"),
        ("game", "0004_coach_report"),
        ("game", "0005_note_hint"),
        ("game", "0006_conventions"),
        ("game", "0007_trust"),
        ("game", "0008_cards"),
        ("game", "0009_seatings_in_order"),
    ]

    dependencies = [
        ("game", "0001_squashed_0013"),
        ("django_tasks_database", "0021_conditional_partial_index_ordering"),
    ]

    operations = [
        # The figures that version 0.1 pickled, and its task that made them.
        migrations.RunSQL("DROP TABLE IF EXISTS stored_figures", migrations.RunSQL.noop),
        migrations.RunSQL(
            "DELETE FROM django_tasks_database_dbtaskresult"
            " WHERE task_path = 'analysis.ahead.make_ahead'",
            migrations.RunSQL.noop,
        ),
        migrations.CreateModel(
            "CoachReport",
            columns(
                game=models.CharField(max_length=80, unique=True),
                made_by=models.CharField(max_length=120),
                body=models.JSONField(null=True),
                done=models.BooleanField(default=False),
                asked=models.DateTimeField(),
            ),
        ),
        *add(
            "player",
            plays=models.CharField(blank=True, default="", max_length=12),
            trust_from=models.DateTimeField(blank=True, null=True),
            card=models.CharField(blank=True, default="", max_length=150),
        ),
        *add(
            "table",
            conventions=models.BooleanField(default=False),
            trust=models.JSONField(blank=True, null=True),
        ),
        *add("seating", card=models.CharField(blank=True, default="", max_length=150)),
        migrations.AlterModelOptions("seating", {"ordering": ["index", "from_turn"]}),
    ]
