from django.db import migrations, models

from game.migrations._columns import columns


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0003_player_plays"),
    ]

    operations = [
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
    ]
