from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("game", "0007_daily_deal")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="named",
            field=models.BooleanField(
                default=False,
                help_text="Strangers may read the name in replays and traces of finished games.",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="blocked",
            field=models.BooleanField(
                default=False, help_text="May look on, but neither sit down nor make tables."
            ),
        ),
    ]
