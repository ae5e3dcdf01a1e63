"""What a table keeps: people, tables, who sits where since when, moves and notes.

The state of a game is never stored: it is its deck and its moves, replayed by the engine.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils import timezone

from native import Rules

SLUG_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
PRESENCE_FADES_AFTER = timedelta(minutes=2)


def new_slug() -> str:
    """An unguessable name for a table (about 59 bits): a private table is its link."""
    return "".join(secrets.choice(SLUG_ALPHABET) for _ in range(12))


def new_key() -> str:
    return secrets.token_urlsafe(24)


def new_seed() -> str:
    """The secret of a deal: 128 bits."""
    return secrets.token_hex(16)


class Player(models.Model):
    """A person: a guest known by the session, or somebody with an account."""

    key = models.CharField(max_length=40, unique=True, default=new_key)
    name = models.CharField(max_length=30)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE
    )
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Table(models.Model):
    """One game, from the first empty seat to the trace."""

    class Status(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"

    class Scoring(models.TextChoices):
        ZERO = "zero", "0 after the last strike"
        STACKS = "stacks", "cards played, also after the last strike"

    class Help(models.TextChoices):
        NONE = "none", "clue marks only"
        CLUES = "clues", "what the clues leave"
        COMMON = "common", "what the whole table knows"
        FULL = "full", "everything I can know"

    class Reasons(models.TextChoices):
        LIVE = "live", "during the game"
        AFTER = "after", "after the game"

    slug = models.CharField(max_length=16, unique=True, default=new_slug)
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    version = models.PositiveIntegerField(default=0)
    creator = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    listed = models.BooleanField(default=True)

    players = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(2), MaxValueValidator(6)]
    )
    variant = models.CharField(max_length=80, default="No Variant")
    scoring = models.CharField(max_length=8, choices=Scoring, default=Scoring.ZERO)
    help = models.CharField(max_length=8, choices=Help, default=Help.FULL)
    reasons = models.CharField(max_length=8, choices=Reasons, default=Reasons.LIVE)
    delay = models.PositiveIntegerField(default=900, help_text="Bots' thinking time, milliseconds.")

    seed = models.CharField(max_length=64, default=new_seed)
    seed_chosen = models.BooleanField(
        default=False, help_text="Somebody chose the seed, so the deal is no secret."
    )
    deck = models.TextField(
        blank=True, help_text="The deal, first card first; secret until the end."
    )

    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)
    ending = models.CharField(max_length=16, blank=True)
    stacks = models.PositiveSmallIntegerField(default=0, help_text="Cards played.")
    strikes = models.PositiveSmallIntegerField(default=0)
    zero = models.PositiveSmallIntegerField(default=0, help_text="0 after the last strike.")
    paused = models.BooleanField(default=False, help_text="Agents wait for “step” or “go on”.")
    series = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="games"
    )
    number = models.PositiveSmallIntegerField(default=1, help_text="Its place in the series.")
    drawn = models.BooleanField(
        default=False, help_text="Its agents were drawn for it: nobody changes or repeats that."
    )
    planned = models.PositiveSmallIntegerField(default=1, help_text="Games that agents play alone.")
    trouble = models.TextField(blank=True, help_text="Why the agent to move cannot.")

    own_rules: Rules | None = None
    """Those of a game that was played elsewhere, in place of the variant's; not stored."""

    class Meta:
        indexes = [
            models.Index(fields=["status", "-created"]),
            models.Index(fields=["status", "-finished"]),
        ]

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.slug])


class Seating(models.Model):
    """Who sits at a seat from a turn on (the highest ``from_turn`` counts)."""

    class Kind(models.TextChoices):
        EMPTY = "empty"
        PERSON = "person"
        AGENT = "agent"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seatings")
    index = models.PositiveSmallIntegerField()
    from_turn = models.PositiveSmallIntegerField(default=0)
    kind = models.CharField(max_length=8, choices=Kind)
    name = models.CharField(max_length=60, blank=True)
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="seatings"
    )
    address = models.CharField(max_length=300, blank=True)
    agent_version = models.CharField(max_length=40, blank=True)
    blind = models.BooleanField(default=False, help_text="Nobody may know yet which agent it is.")
    last_seen = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "index", "from_turn"], name="one_per_seat")
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.index}: {self.name}"

    @property
    def present(self) -> bool:
        """Agents always are; people while a socket of theirs was seen lately. The mark fades by
        itself, because a killed process says goodbye to nobody."""
        if self.kind != self.Kind.PERSON:
            return True
        return self.last_seen is not None and timezone.now() - self.last_seen < PRESENCE_FADES_AFTER


class Move(models.Model):
    """One turn. Two writers cannot both have it."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="moves")
    turn = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=8, help_text="The engine's move notation.")
    version = models.PositiveIntegerField()
    request = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField()
    thinking_ms = models.PositiveIntegerField()
    why = models.TextField(blank=True)
    detail = models.TextField(blank=True)
    data = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["turn"]
        constraints = [models.UniqueConstraint(fields=["table", "turn"], name="one_move_a_turn")]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.turn} {self.text}"


class Note(models.Model):
    """Something that happened between moves, worth a line in the log."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="notes")
    version = models.PositiveIntegerField()
    turn = models.PositiveSmallIntegerField()
    text = models.TextField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["version"]

    def __str__(self) -> str:
        return self.text
