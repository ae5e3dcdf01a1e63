from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0002_blind"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="drawn",
            field=models.BooleanField(
                default=False,
                help_text="Its agents were drawn for it: nobody changes or repeats that.",
            ),
        ),
    ]
