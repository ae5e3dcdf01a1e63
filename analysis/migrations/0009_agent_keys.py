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
                digest=models.CharField(help_text="Of the secret.", max_length=64, unique=True),
                owner=models.CharField(max_length=200),
                made=models.DateTimeField(auto_now_add=True),
                withdrawn=models.DateTimeField(blank=True, null=True),
                pool=models.CharField(blank=True, help_text="Empty: a token.", max_length=200),
                players=models.JSONField(default=list, help_text="Sizes of tables."),
                games=models.PositiveIntegerField(default=0, help_text="With each member."),
                seed=models.CharField(blank=True, max_length=100),
                practice=models.BooleanField(
                    default=False, help_text="The seed was not drawn here."
                ),
            ),
        ),
    ]
