from django.db import migrations, models


class Migration(migrations.Migration):
    """Studies that exist stay with their blocks."""

    dependencies = [("analysis", "0009_agent_keys")]

    operations = [
        migrations.AddField("study", "imbalance", models.PositiveSmallIntegerField(null=True)),
        migrations.AlterField(
            "study",
            "imbalance",
            models.PositiveSmallIntegerField(null=True, default=5),
        ),
    ]
