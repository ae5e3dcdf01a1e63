"""Tokens and keys of agents that run elsewhere, as rows that can be withdrawn."""

from django.db import migrations, models

from game.migrations._columns import columns


class Migration(migrations.Migration):
    dependencies = [
        ("analysis", "0001_squashed_0008"),
    ]

    operations = [
        migrations.CreateModel(
            "AgentKey",
            columns(
                digest=models.CharField(max_length=64, unique=True),
                owner=models.CharField(max_length=200),
                made=models.DateTimeField(auto_now_add=True),
                withdrawn=models.DateTimeField(blank=True, null=True),
                pool=models.CharField(blank=True, max_length=200),
                players=models.JSONField(default=list),
                games=models.PositiveIntegerField(default=0),
                seed=models.CharField(blank=True, max_length=100),
                practice=models.BooleanField(default=False),
            ),
        ),
    ]
