from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0006_conventions"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="trust_from",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="table",
            name="trust",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
