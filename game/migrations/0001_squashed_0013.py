"""The tables of version 0.1, in one step."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import migrations, models

import game.models
from game.migrations._columns import columns


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("game", "0001_initial"),
        ("game", "0002_blind"),
        ("game", "0003_drawn"),
        ("game", "0004_seed_chosen"),
        ("game", "0005_sitting_in"),
        ("game", "0006_talk"),
        ("game", "0007_daily_deal"),
        ("game", "0008_named_and_blocked"),
        ("game", "0009_branches"),
        ("game", "0010_clocks_and_watching"),
        ("game", "0011_uploads"),
        ("game", "0012_since"),
        ("game", "0013_watchers"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            "DailyDeal",
            columns(
                day=models.DateField(unique=True),
                seed=models.CharField(default=game.models.new_seed, max_length=64),
            ),
        ),
        migrations.CreateModel(
            "Player",
            columns(
                key=models.CharField(default=game.models.new_key, max_length=40, unique=True),
                name=models.CharField(max_length=30),
                created=models.DateTimeField(auto_now_add=True),
                named=models.BooleanField(default=False),
                blocked=models.BooleanField(default=False),
                user=models.OneToOneField(
                    blank=True, null=True, on_delete=models.CASCADE, to=settings.AUTH_USER_MODEL
                ),
            ),
        ),
        migrations.CreateModel(
            "Table",
            columns(
                slug=models.CharField(default=game.models.new_slug, max_length=16, unique=True),
                status=models.CharField(default="open", max_length=8),
                version=models.PositiveIntegerField(default=0),
                listed=models.BooleanField(default=True),
                players=models.PositiveSmallIntegerField(
                    validators=[MinValueValidator(2), MaxValueValidator(6)]
                ),
                variant=models.CharField(default="No Variant", max_length=80),
                scoring=models.CharField(default="zero", max_length=8),
                help=models.CharField(default="full", max_length=8),
                reasons=models.CharField(default="live", max_length=8),
                delay=models.PositiveIntegerField(default=900),
                clock_base=models.PositiveIntegerField(default=0),
                clock_increment=models.PositiveIntegerField(default=0),
                clock_move=models.PositiveIntegerField(default=0),
                at_zero=models.CharField(default="nothing", max_length=8),
                watching=models.CharField(default="hidden", max_length=8),
                watch_delay=models.PositiveSmallIntegerField(default=0),
                seed=models.CharField(default=game.models.new_seed, max_length=64),
                seed_chosen=models.BooleanField(default=False),
                deck=models.TextField(blank=True),
                created=models.DateTimeField(auto_now_add=True),
                started=models.DateTimeField(null=True),
                finished=models.DateTimeField(null=True),
                ending=models.CharField(blank=True, max_length=16),
                stacks=models.PositiveSmallIntegerField(default=0),
                strikes=models.PositiveSmallIntegerField(default=0),
                zero=models.PositiveSmallIntegerField(default=0),
                paused=models.BooleanField(default=False),
                number=models.PositiveSmallIntegerField(default=1),
                drawn=models.BooleanField(default=False),
                branch_of=models.CharField(blank=True, max_length=80),
                branch_turn=models.PositiveSmallIntegerField(default=0),
                planned=models.PositiveSmallIntegerField(default=1),
                trouble=models.TextField(blank=True),
                proposal=models.JSONField(null=True),
                creator=models.ForeignKey(
                    null=True, on_delete=models.SET_NULL, related_name="+", to="game.player"
                ),
                daily=models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=models.PROTECT,
                    related_name="tables",
                    to="game.dailydeal",
                ),
                series=models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=models.SET_NULL,
                    related_name="games",
                    to="game.table",
                ),
            ),
            options={
                "indexes": [
                    models.Index(
                        fields=["status", "-created"], name="game_table_status_8bf6d0_idx"
                    ),
                    models.Index(
                        fields=["status", "-finished"], name="game_table_status_050c70_idx"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("daily", "creator"), name="one_attempt_a_day")
                ],
            },
        ),
        migrations.CreateModel(
            "Seating",
            columns(
                index=models.PositiveSmallIntegerField(),
                from_turn=models.PositiveSmallIntegerField(default=0),
                kind=models.CharField(max_length=8),
                name=models.CharField(blank=True, max_length=60),
                address=models.CharField(blank=True, max_length=300),
                agent_version=models.CharField(blank=True, max_length=40),
                blind=models.BooleanField(default=False),
                sits_for=models.CharField(blank=True, max_length=60),
                since=models.DateTimeField(null=True),
                last_seen=models.DateTimeField(null=True),
                left=models.DateTimeField(null=True),
                player=models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=models.SET_NULL,
                    related_name="seatings",
                    to="game.player",
                ),
                table=models.ForeignKey(
                    on_delete=models.CASCADE,
                    related_name="seatings",
                    to="game.table",
                ),
            ),
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("table", "index", "from_turn"), name="one_per_seat"
                    )
                ]
            },
        ),
        migrations.CreateModel(
            "Note",
            columns(
                kind=models.CharField(default="told", max_length=10),
                version=models.PositiveIntegerField(),
                turn=models.PositiveSmallIntegerField(),
                text=models.TextField(),
                at=models.DateTimeField(auto_now_add=True),
                table=models.ForeignKey(
                    on_delete=models.CASCADE, related_name="notes", to="game.table"
                ),
            ),
            options={"ordering": ["version"]},
        ),
        migrations.CreateModel(
            "Move",
            columns(
                turn=models.PositiveSmallIntegerField(),
                seat=models.PositiveSmallIntegerField(),
                text=models.CharField(max_length=8),
                version=models.PositiveIntegerField(),
                request=models.CharField(blank=True, max_length=40),
                at=models.DateTimeField(),
                thinking_ms=models.PositiveIntegerField(),
                why=models.TextField(blank=True),
                detail=models.TextField(blank=True),
                data=models.JSONField(blank=True, default=dict),
                table=models.ForeignKey(
                    on_delete=models.CASCADE, related_name="moves", to="game.table"
                ),
            ),
            options={
                "ordering": ["version"],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "version"), name="one_move_a_version")
                ],
            },
        ),
        migrations.CreateModel(
            "Chat",
            columns(
                seat=models.PositiveSmallIntegerField(),
                turn=models.PositiveSmallIntegerField(),
                text=models.CharField(max_length=200),
                at=models.DateTimeField(auto_now_add=True),
                player=models.ForeignKey(
                    on_delete=models.CASCADE, related_name="+", to="game.player"
                ),
                table=models.ForeignKey(
                    on_delete=models.CASCADE,
                    related_name="chat",
                    to="game.table",
                ),
            ),
            options={"ordering": ["pk"]},
        ),
        migrations.CreateModel(
            "CardNote",
            columns(
                seat=models.PositiveSmallIntegerField(),
                order=models.PositiveSmallIntegerField(),
                turn=models.PositiveSmallIntegerField(),
                text=models.CharField(blank=True, max_length=200),
                at=models.DateTimeField(auto_now_add=True),
                player=models.ForeignKey(
                    on_delete=models.CASCADE, related_name="+", to="game.player"
                ),
                table=models.ForeignKey(
                    on_delete=models.CASCADE,
                    related_name="card_notes",
                    to="game.table",
                ),
            ),
            options={"ordering": ["pk"]},
        ),
        migrations.CreateModel(
            "Upload",
            columns(
                slug=models.CharField(default=game.models.new_slug, max_length=16, unique=True),
                title=models.CharField(max_length=200),
                score=models.PositiveSmallIntegerField(),
                body=models.BinaryField(),
                at=models.DateTimeField(auto_now_add=True),
                player=models.ForeignKey(
                    on_delete=models.CASCADE, related_name="uploads", to="game.player"
                ),
            ),
            options={"ordering": ["-at"]},
        ),
        migrations.CreateModel(
            "Watchers",
            columns(
                process=models.CharField(max_length=16),
                count=models.PositiveIntegerField(),
                seen=models.DateTimeField(),
                table=models.ForeignKey(
                    on_delete=models.CASCADE, related_name="watchers", to="game.table"
                ),
            ),
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("table", "process"), name="one_count_a_process")
                ]
            },
        ),
    ]
