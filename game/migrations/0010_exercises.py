from django.db import migrations, models

from game.migrations._columns import columns


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0009_seatings_in_order"),
    ]

    operations = [
        migrations.CreateModel(
            name="Exercise",
            fields=columns(
                kind=models.CharField(max_length=8),
                key=models.CharField(max_length=8),
                result=models.JSONField(),
                player=models.ForeignKey(
                    on_delete=models.CASCADE, related_name="exercises", to="game.player"
                ),
            ),
            options={
                "constraints": (
                    models.UniqueConstraint(
                        fields=("player", "kind", "key"), name="one_result_each"
                    ),
                ),
            },
        ),
    ]
