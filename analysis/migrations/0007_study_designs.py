"""Experiments get a design; everybody at a table may answer. Old ones go on as they were."""

from itertools import groupby
from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def keep_the_old_ways(apps: Any, _: object) -> None:
    """Drawn in blocks, as many games as one likes, named after each game."""
    studies = apps.get_model("analysis", "Study").objects
    studies.update(order="blocks", games=None)
    studies.filter(blind=True).update(named="game")
    studies.filter(blind=False).update(named="start")


def give_people_a_place(apps: Any, _: object) -> None:
    """Whoever agreed takes part, with their games in order. Games of deleted people are nobody's:
    each is counted as one of a person of its own."""
    assignments = apps.get_model("analysis", "Assignment").objects
    participations = apps.get_model("analysis", "Participation").objects
    everything = assignments.order_by("study", "number")
    for study, games in groupby(everything, key=lambda one: one.study_id):
        taking_part: dict[object, list[Any]] = {}
        for game in games:
            taking_part.setdefault(game.person_id or f"nobody {game.pk}", []).append(game)
        for number, mine in enumerate(taking_part.values()):
            somebody = participations.create(
                study_id=study,
                person_id=mine[0].person_id,
                number=number,
                consented=min(game.assigned for game in mine),
            )
            for order, game in enumerate(mine, start=1):
                game.participation, game.order = somebody, order
                game.save(update_fields=["participation", "order"])


class Migration(migrations.Migration):
    dependencies = [("analysis", "0006_tallies_by_name")]

    operations = [
        migrations.AddField(
            "study",
            "order",
            models.CharField(
                choices=[
                    ("square", "Latin square"),
                    ("blocks", "at random, in blocks"),
                ],
                default="square",
                max_length=8,
            ),
        ),
        migrations.AddField(
            "study",
            "named",
            models.CharField(
                choices=[
                    ("last", "after their last game"),
                    ("closed", "when I close the experiment"),
                    ("start", "from the start"),
                    ("game", "after each game"),
                ],
                default="last",
                max_length=8,
            ),
        ),
        migrations.AddField(
            "study",
            "games",
            models.PositiveSmallIntegerField(
                blank=True, help_text="A person's games; empty: as many as they like.", null=True
            ),
        ),
        migrations.AddField(
            "study",
            "practice",
            models.CharField(
                blank=True,
                help_text="The partner of a first game that does not count.",
                max_length=300,
            ),
        ),
        migrations.AddField(
            "study",
            "common_deals",
            models.BooleanField(
                default=False, help_text="Everybody's first game has the same deal, and so on."
            ),
        ),
        migrations.AddField(
            "study",
            "usual_questions",
            models.BooleanField(
                default=True, help_text="HanabiData's four questions after each game."
            ),
        ),
        migrations.AddField(
            "study",
            "questions",
            models.JSONField(
                blank=True,
                default=list,
                help_text="The owner's own (`analysis.studies.questions`).",
            ),
        ),
        migrations.AddField(
            "study",
            "completion",
            models.CharField(
                blank=True,
                help_text="A code or an address shown after the last game.",
                max_length=300,
            ),
        ),
        migrations.AlterField(
            "study",
            "seed",
            models.CharField(help_text="Of the orders and common deals; secret.", max_length=40),
        ),
        migrations.CreateModel(
            "Participation",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveIntegerField(help_text="Among the people of the study, from 0."),
                ),
                (
                    "reference",
                    models.CharField(
                        blank=True, help_text="Their id where they were recruited.", max_length=64
                    ),
                ),
                ("consented", models.DateTimeField()),
                (
                    "before",
                    models.JSONField(
                        help_text="Answers before the first game; null: not yet.", null=True
                    ),
                ),
                (
                    "after",
                    models.JSONField(
                        help_text="Answers after the last game; null: not yet.", null=True
                    ),
                ),
                (
                    "finished",
                    models.DateTimeField(help_text="When nothing was left to do.", null=True),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="participations",
                        to="analysis.person",
                    ),
                ),
                (
                    "study",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="participations",
                        to="analysis.study",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            "participation",
            models.UniqueConstraint(fields=("study", "number"), name="one_participation_a_number"),
        ),
        migrations.AddConstraint(
            "participation",
            models.UniqueConstraint(fields=("study", "person"), name="one_participation_a_person"),
        ),
        migrations.RenameField("assignment", "consented", "assigned"),
        migrations.AddField(
            "assignment",
            "participation",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="assignments",
                to="analysis.participation",
            ),
        ),
        migrations.AddField(
            "assignment",
            "order",
            models.PositiveSmallIntegerField(
                default=1,
                help_text="Its place among the person's games, from 1; 0 is the practice game.",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            "assignment",
            "attempt",
            models.PositiveSmallIntegerField(
                default=1, help_text="A game that was given up at the start is played again."
            ),
        ),
        migrations.AddField(
            "assignment",
            "block",
            models.PositiveIntegerField(help_text="That the agent was drawn from.", null=True),
        ),
        migrations.AlterField(
            "survey",
            "trace",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="surveys",
                to="analysis.trace",
            ),
        ),
        migrations.AddField(
            "survey",
            "answers",
            models.JSONField(default=dict, help_text="To an experiment's own questions, by id."),
        ),
        migrations.AddConstraint(
            "survey",
            models.UniqueConstraint(fields=("trace", "person"), name="one_survey_a_person"),
        ),
        # Rows last: PostgreSQL alters no table that has rows to check.
        migrations.RunPython(keep_the_old_ways, migrations.RunPython.noop),
        migrations.RunPython(give_people_a_place, migrations.RunPython.noop),
    ]
