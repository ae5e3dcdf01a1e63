"""What 0007 has moved stands in one place alone."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analysis", "0007_study_designs")]

    operations = [
        migrations.RemoveField("study", "blind"),
        migrations.RemoveField("assignment", "person"),
        migrations.AlterField(
            "assignment",
            "participation",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="assignments",
                to="analysis.participation",
            ),
        ),
        migrations.AddConstraint(
            "assignment",
            models.UniqueConstraint(
                fields=("participation", "order", "attempt"), name="one_assignment_an_attempt"
            ),
        ),
    ]
