"""The tables of version 0.1, in one step."""

from django.db import migrations, models

from game.migrations._columns import columns


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("analysis", "0001_initial"),
        ("analysis", "0002_company_and_help"),
        ("analysis", "0003_tellings"),
        ("analysis", "0004_session"),
        ("analysis", "0005_people_who_took_over"),
        ("analysis", "0006_tallies_by_name"),
        ("analysis", "0007_study_designs"),
        ("analysis", "0008_assignments_of_participations"),
    ]

    dependencies = [
        ("game", "0001_squashed_0013"),
    ]

    operations = [
        migrations.CreateModel(
            "Trace",
            columns(
                digest=models.CharField(max_length=32, unique=True),
                collection=models.CharField(blank=True, max_length=20),
                source=models.CharField(blank=True, max_length=200),
                variant=models.CharField(max_length=80),
                players=models.PositiveSmallIntegerField(),
                scoring=models.CharField(max_length=8),
                help=models.CharField(blank=True, max_length=8),
                played=models.DateTimeField(db_index=True, null=True),
                ending=models.CharField(max_length=16),
                stacks=models.PositiveSmallIntegerField(),
                zero=models.PositiveSmallIntegerField(),
                strikes=models.PositiveSmallIntegerField(),
                turns=models.PositiveSmallIntegerField(),
                table=models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=models.SET_NULL,
                    related_name="trace",
                    to="game.table",
                ),
            ),
            options={
                "indexes": [
                    models.Index(
                        fields=["collection", "played"], name="analysis_tr_collect_4e89ab_idx"
                    )
                ]
            },
        ),
        migrations.CreateModel(
            "Document",
            [
                (
                    "trace",
                    models.OneToOneField(
                        on_delete=models.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="analysis.trace",
                    ),
                ),
                ("body", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            "Evaluation",
            columns(
                agent=models.CharField(max_length=300),
                version=models.CharField(max_length=40),
                pool=models.CharField(max_length=300),
                players=models.PositiveSmallIntegerField(),
                scoring=models.CharField(max_length=8),
                games=models.PositiveIntegerField(),
                seed=models.CharField(max_length=100),
                session=models.PositiveIntegerField(default=1),
                report=models.JSONField(),
                made=models.DateTimeField(auto_now_add=True),
            ),
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=(
                            "agent",
                            "version",
                            "pool",
                            "players",
                            "scoring",
                            "games",
                            "seed",
                            "session",
                        ),
                        name="one_evaluation_of_a_kind",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            "Person",
            columns(
                key=models.CharField(max_length=80, unique=True),
                collection=models.CharField(blank=True, max_length=20),
                name=models.CharField(max_length=60),
                public=models.BooleanField(default=False),
                link=models.CharField(blank=True, max_length=24, null=True, unique=True),
                player=models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=models.CASCADE,
                    related_name="person",
                    to="game.player",
                ),
            ),
        ),
        migrations.CreateModel(
            "Study",
            columns(
                slug=models.SlugField(max_length=40, unique=True),
                title=models.CharField(max_length=100),
                consent=models.TextField(),
                pool=models.JSONField(),
                seed=models.CharField(max_length=40),
                order=models.CharField(default="square", max_length=8),
                named=models.CharField(default="last", max_length=8),
                games=models.PositiveSmallIntegerField(blank=True, null=True),
                practice=models.CharField(blank=True, max_length=300),
                common_deals=models.BooleanField(default=False),
                usual_questions=models.BooleanField(default=True),
                questions=models.JSONField(blank=True, default=list),
                completion=models.CharField(blank=True, max_length=300),
                help=models.CharField(default="full", max_length=8),
                open=models.BooleanField(default=True),
                created=models.DateTimeField(auto_now_add=True),
                owner=models.ForeignKey(
                    null=True, on_delete=models.SET_NULL, related_name="+", to="game.player"
                ),
            ),
            options={"verbose_name_plural": "studies"},
        ),
        migrations.CreateModel(
            "Participation",
            columns(
                number=models.PositiveIntegerField(),
                reference=models.CharField(blank=True, max_length=64),
                consented=models.DateTimeField(),
                before=models.JSONField(null=True),
                after=models.JSONField(null=True),
                finished=models.DateTimeField(null=True),
                person=models.ForeignKey(
                    null=True,
                    on_delete=models.SET_NULL,
                    related_name="participations",
                    to="analysis.person",
                ),
                study=models.ForeignKey(
                    on_delete=models.CASCADE,
                    related_name="participations",
                    to="analysis.study",
                ),
            ),
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("study", "number"), name="one_participation_a_number"
                    ),
                    models.UniqueConstraint(
                        fields=("study", "person"), name="one_participation_a_person"
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            "Assignment",
            columns(
                number=models.PositiveIntegerField(),
                order=models.PositiveSmallIntegerField(),
                attempt=models.PositiveSmallIntegerField(default=1),
                block=models.PositiveIntegerField(null=True),
                address=models.CharField(max_length=300),
                assigned=models.DateTimeField(),
                table=models.OneToOneField(
                    null=True, on_delete=models.SET_NULL, related_name="assignment", to="game.table"
                ),
                participation=models.ForeignKey(
                    on_delete=models.CASCADE,
                    related_name="assignments",
                    to="analysis.participation",
                ),
                study=models.ForeignKey(
                    on_delete=models.CASCADE,
                    related_name="assignments",
                    to="analysis.study",
                ),
            ),
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("study", "number"), name="one_assignment_a_number"
                    ),
                    models.UniqueConstraint(
                        fields=("participation", "order", "attempt"),
                        name="one_assignment_an_attempt",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            "Survey",
            columns(
                intention=models.PositiveSmallIntegerField(null=True),
                skill=models.PositiveSmallIntegerField(null=True),
                like=models.PositiveSmallIntegerField(null=True),
                again=models.BooleanField(null=True),
                answers=models.JSONField(default=dict),
                background=models.JSONField(default=dict),
                publish=models.BooleanField(default=False),
                person=models.ForeignKey(
                    null=True,
                    on_delete=models.SET_NULL,
                    related_name="surveys",
                    to="analysis.person",
                ),
                trace=models.ForeignKey(
                    on_delete=models.CASCADE,
                    related_name="surveys",
                    to="analysis.trace",
                ),
            ),
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("trace", "person"), name="one_survey_a_person"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("intention__isnull", True),
                            ("intention__range", (1, 5)),
                            _connector="OR",
                        ),
                        name="intention_is_on_the_scale",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("skill__isnull", True), ("skill__range", (1, 5)), _connector="OR"
                        ),
                        name="skill_is_on_the_scale",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("like__isnull", True), ("like__range", (1, 5)), _connector="OR"
                        ),
                        name="like_is_on_the_scale",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            "TraceSeat",
            columns(
                index=models.PositiveSmallIntegerField(),
                kind=models.CharField(max_length=8),
                address=models.CharField(blank=True, max_length=300),
                version=models.CharField(blank=True, max_length=40),
                company=models.CharField(max_length=8),
                partner=models.CharField(blank=True, max_length=300),
                collection=models.CharField(blank=True, max_length=20),
                variant=models.CharField(max_length=80),
                players=models.PositiveSmallIntegerField(),
                help=models.CharField(blank=True, max_length=8),
                played=models.DateTimeField(null=True),
                finished=models.BooleanField(),
                struck=models.BooleanField(),
                stacks=models.PositiveSmallIntegerField(),
                zero=models.PositiveSmallIntegerField(),
                turns=models.PositiveSmallIntegerField(),
                tallies=models.JSONField(default=dict),
                told=models.PositiveSmallIntegerField(),
                idle_clues=models.PositiveSmallIntegerField(),
                tellings=models.JSONField(default=list),
                lost_tokens=models.PositiveSmallIntegerField(),
                risks=models.JSONField(default=list),
                partner_communicativeness=models.FloatField(null=True),
                partner_risk_aversion=models.FloatField(null=True),
                partner_information_per_play=models.FloatField(null=True),
                person=models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=models.SET_NULL,
                    related_name="seats",
                    to="analysis.person",
                ),
                trace=models.ForeignKey(
                    on_delete=models.CASCADE,
                    related_name="seats",
                    to="analysis.trace",
                ),
                with_person=models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=models.SET_NULL,
                    related_name="+",
                    to="analysis.person",
                ),
            ),
            options={
                "indexes": [
                    models.Index(
                        fields=["person", "played"], name="analysis_tr_person__7617d2_idx"
                    ),
                    models.Index(
                        fields=["address", "company"], name="analysis_tr_address_ff6cc8_idx"
                    ),
                    models.Index(
                        fields=[
                            "kind",
                            "company",
                            "finished",
                            "address",
                            "with_person",
                            "stacks",
                            "zero",
                            "struck",
                            "players",
                            "variant",
                            "help",
                            "collection",
                            "played",
                            "version",
                        ],
                        name="leaderboards",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("trace", "index"), name="one_row_a_seat")
                ],
            },
        ),
    ]
