from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0008_cards"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="seating",
            options={"ordering": ["index", "from_turn"]},
        ),
    ]
