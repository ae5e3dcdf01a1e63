from django.db import migrations, models

from game.migrations._columns import add


class Migration(migrations.Migration):
    dependencies = [
        ("analysis", "0016_teams"),
    ]

    operations = [
        *add(
            "agentkey",
            season=models.CharField(blank=True, max_length=40),
            until=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField("agentkey", "pool", models.TextField(blank=True)),
    ]
