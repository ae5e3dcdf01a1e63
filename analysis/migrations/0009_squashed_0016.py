"""The changes of the tables after version 0.1, in one step."""

from django.db import migrations, models

from game.migrations._columns import add, columns


class Migration(migrations.Migration):
    replaces = [
        ("analysis", "0009_agent_keys"),
        ("analysis", "0010_study_imbalance"),
        ("analysis", "0011_conventions"),
        ("analysis", "0012_consent"),
        ("analysis", "0013_groups_and_endings"),
        ("analysis", "0014_rehearsal"),
        ("analysis", "0015_publication"),
        ("analysis", "0016_teams"),
    ]

    dependencies = [
        ("analysis", "0001_squashed_0008"),
        ("game", "0002_squashed_0009"),
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
        migrations.CreateModel(
            "Team",
            columns(
                number=models.PositiveIntegerField(),
                formed=models.DateTimeField(),
                study=models.ForeignKey(
                    on_delete=models.CASCADE, related_name="teams", to="analysis.study"
                ),
            ),
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("study", "number"), name="one_team_a_number")
                ]
            },
        ),
        *add(
            "study",
            imbalance=models.PositiveSmallIntegerField(null=True),
            conventions=models.BooleanField(default=False),
            approval=models.CharField(blank=True, max_length=200),
            contact=models.CharField(blank=True, max_length=200),
            controller=models.CharField(blank=True, max_length=200),
            keep_until=models.DateField(blank=True, null=True),
            statements=models.JSONField(blank=True, default=list),
            withdrawal=models.CharField(blank=True, max_length=300),
            frozen=models.CharField(blank=True, max_length=64),
            groups=models.JSONField(blank=True, default=list),
            late=models.CharField(blank=True, max_length=300),
            minutes=models.PositiveIntegerField(blank=True, null=True),
            people=models.PositiveIntegerField(blank=True, null=True),
            plan=models.TextField(blank=True),
            preregistration=models.URLField(blank=True, max_length=300),
            screened=models.CharField(blank=True, max_length=300),
            wrong_allowed=models.PositiveSmallIntegerField(blank=True, null=True),
            rehearsed=models.JSONField(null=True),
            licence=models.CharField(blank=True, max_length=12),
            alone=models.CharField(blank=True, max_length=300),
            patience=models.PositiveSmallIntegerField(default=10),
            team=models.PositiveSmallIntegerField(default=1),
        ),
        # Studies of version 0.1 keep their blocks; new ones get the default.
        migrations.AlterField(
            "study", "imbalance", models.PositiveSmallIntegerField(null=True, default=5)
        ),
        *add(
            "participation",
            agreed=models.JSONField(default=dict),
            recruited=models.JSONField(default=dict),
            withdrawn=models.DateTimeField(null=True),
            debriefed=models.DateTimeField(null=True),
            ended=models.CharField(blank=True, max_length=8),
            group=models.PositiveSmallIntegerField(null=True),
            publishes=models.BooleanField(default=False),
            seen=models.DateTimeField(null=True),
            waited=models.PositiveIntegerField(default=0),
            waiting=models.DateTimeField(null=True),
            team=models.ForeignKey(
                null=True,
                on_delete=models.SET_NULL,
                related_name="members",
                to="analysis.team",
            ),
        ),
        migrations.AlterField(
            "assignment",
            "table",
            models.ForeignKey(
                null=True,
                on_delete=models.SET_NULL,
                related_name="assignments",
                related_query_name="assignment",
                to="game.table",
            ),
        ),
    ]
