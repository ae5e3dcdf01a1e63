from django.db import migrations, models

HELP = (
    "How many more draws one agent or order may have than another; empty: a study begun when they "
    "were drawn in blocks."
)


class Migration(migrations.Migration):
    """Studies that exist stay with their blocks."""

    dependencies = [("analysis", "0009_agent_keys")]

    operations = [
        migrations.AddField(
            "study", "imbalance", models.PositiveSmallIntegerField(null=True, help_text=HELP)
        ),
        migrations.AlterField(
            "study",
            "imbalance",
            models.PositiveSmallIntegerField(null=True, default=5, help_text=HELP),
        ),
        migrations.AlterField(
            "study",
            "order",
            models.CharField(
                max_length=8,
                choices=[("square", "Latin square"), ("blocks", "at random, balanced")],
                default="square",
            ),
        ),
        migrations.AlterField(
            "assignment",
            "block",
            models.PositiveIntegerField(
                null=True, help_text="That the agent was drawn from, in a study of blocks."
            ),
        ),
    ]
