from django.db import migrations, models

from game.migrations._columns import add


class Migration(migrations.Migration):
    dependencies = [
        ("analysis", "0018_expired"),
    ]

    operations = add("study", needs_id=models.BooleanField(default=False))
