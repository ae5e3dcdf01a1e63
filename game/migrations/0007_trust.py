from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0006_conventions"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="trust_from",
            field=models.DateTimeField(
                blank=True,
                help_text="Games before do not count for agents' trust in them.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="trust",
            field=models.JSONField(
                blank=True,
                help_text="Agents' trust in each seat at the start, in nats; null: the usual.",
                null=True,
            ),
        ),
    ]
