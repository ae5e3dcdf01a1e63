"""What a table keeps: people, tables, who sits where since when, moves and notes.

The state of a game is never stored: it is its deck and its moves, replayed by the engine.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils import timezone

from native import Rules

SLUG_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
PRESENCE_FADES_AFTER = timedelta(minutes=2)
VISITING = "dialled:"
"""How the address of an agent begins that runs elsewhere and holds a line to us."""
AWAY_AFTER = timedelta(seconds=30)
"""Whoever is away for so long holds nobody up."""


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
    named = models.BooleanField(
        default=False,
        help_text="Strangers may read the name in replays and traces of finished games.",
    )
    blocked = models.BooleanField(
        default=False, help_text="May look on, but neither sit down nor make tables."
    )

    def __str__(self) -> str:
        return self.name


class DailyDeal(models.Model):
    """One deal for everybody, each with a partner of their choice. Its cards stay secret until its
    day, in UTC, is over."""

    day = models.DateField(unique=True)
    seed = models.CharField(max_length=64, default=new_seed)

    def __str__(self) -> str:
        return self.day.isoformat()

    @property
    def open(self) -> bool:
        """Whether it can still be played, and its cards are nobody's to tell."""
        return self.day >= timezone.now().date()


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

    class AtZero(models.TextChoices):
        NOTHING = "nothing", "nothing, the clock only shows it"
        BOT = "bot", "a bot takes the seat"
        END = "end", "the game ends"

    class Watching(models.TextChoices):
        CLOSED = "closed", "nobody"
        HIDDEN = "hidden", "everyone, with all hands hidden"
        SEATS = "seats", "everyone, from any player's seat"

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

    clock_base = models.PositiveIntegerField(
        default=0, help_text="Seconds a person has for the game; 0 without such a clock."
    )
    clock_increment = models.PositiveIntegerField(default=0, help_text="Seconds more a move.")
    clock_move = models.PositiveIntegerField(
        default=0, help_text="Seconds a person has for one move; 0 without such a clock."
    )
    at_zero = models.CharField(max_length=8, choices=AtZero, default=AtZero.NOTHING)
    watching = models.CharField(max_length=8, choices=Watching, default=Watching.HIDDEN)
    watch_delay = models.PositiveSmallIntegerField(
        default=0, help_text="Moves by which who watches from a seat is behind."
    )

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
    daily = models.ForeignKey(
        DailyDeal, null=True, blank=True, on_delete=models.PROTECT, related_name="tables"
    )
    branch_of = models.CharField(
        max_length=80, blank=True, help_text="The replay that it goes on from, as a hypothesis."
    )
    branch_turn = models.PositiveSmallIntegerField(default=0)
    planned = models.PositiveSmallIntegerField(default=1, help_text="Games that agents play alone.")
    trouble = models.TextField(blank=True, help_text="Why the agent to move cannot.")
    proposal = models.JSONField(
        null=True, help_text="What somebody asks the others to agree to: kind, seat, agreed, turn."
    )

    own_rules: Rules | None = None
    """Those of a game that was played elsewhere, in place of the variant's; not stored."""

    class Meta:
        indexes = [
            models.Index(fields=["status", "-created"]),
            models.Index(fields=["status", "-finished"]),
        ]
        constraints = [
            models.UniqueConstraint(fields=["daily", "creator"], name="one_attempt_a_day")
        ]

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.slug])

    @property
    def fixed(self) -> bool:
        """Whether it is played as it was set up: nobody changes agents or takes moves back, and
        nobody repeats it."""
        return self.drawn or self.daily_id is not None

    @property
    def kept_secret(self) -> bool:
        """Whether others may not look on, or at what was played, since they have it before them."""
        return self.daily is not None and self.daily.open


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
    sits_for = models.CharField(
        max_length=60, blank=True, help_text="The person who is away, while an agent sits in."
    )
    since = models.DateTimeField(null=True, help_text="When they sat down, or came back.")
    last_seen = models.DateTimeField(null=True)
    left = models.DateTimeField(null=True, help_text="When the last socket closed; none is open.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "index", "from_turn"], name="one_per_seat")
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.index}: {self.name}"

    @property
    def visiting(self) -> bool:
        """Whether an agent sits here that runs elsewhere."""
        return self.kind == self.Kind.AGENT and self.address.startswith(VISITING)

    @property
    def present(self) -> bool:
        """Agents always are; people while a socket of theirs was seen lately. The mark fades by
        itself, because a killed process says goodbye to nobody."""
        if self.kind != self.Kind.PERSON:
            return True
        if self.last_seen is None or self.left is not None:
            return False
        return timezone.now() - self.last_seen < PRESENCE_FADES_AFTER

    @property
    def away_since(self) -> datetime | None:
        """When an absent person was last here; None for who is here or never was."""
        return None if self.present else self.left or self.last_seen

    @property
    def waited_for(self) -> bool:
        """Whether a person sits here who is present, or was so a moment ago."""
        if self.kind != self.Kind.PERSON or self.last_seen is None:
            return False
        return self.present or timezone.now() - (self.left or self.last_seen) < AWAY_AFTER


class Move(models.Model):
    """One move. Two writers cannot both make a version. A move that was taken back stays, and the
    note that did it says from which turn on (`game.tables.standing`)."""

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
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["table", "version"], name="one_move_a_version")
        ]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.turn} {self.text}"


class Note(models.Model):
    """Something that happened between moves, worth a line in the log."""

    class Kind(models.TextChoices):
        TOLD = "told"
        TAKEN_BACK = "taken_back", "the moves from `turn` on count no more"

    kind = models.CharField(max_length=10, choices=Kind, default=Kind.TOLD)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="notes")
    version = models.PositiveIntegerField()
    turn = models.PositiveSmallIntegerField()
    text = models.TextField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["version"]

    def __str__(self) -> str:
        return self.text


class CardNote(models.Model):
    """What a person noted on a card; the latest counts, and until the end only for them."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="card_notes")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    order = models.PositiveSmallIntegerField(help_text="The card's draw number.")
    turn = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.text


class Chat(models.Model):
    """What a person said at a table, for those who sit there alone."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="chat")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    turn = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=200)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.text


class Watchers(models.Model):
    """How many windows of one server process watch a table, so that those who play know of it."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="watchers")
    process = models.CharField(max_length=16)
    count = models.PositiveIntegerField()
    seen = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("table", "process"), name="one_count_a_process"),
        )

    def __str__(self) -> str:
        return f"{self.count} by {self.process}"


class Upload(models.Model):
    """A game from elsewhere that somebody brought to study it. It is no table, so it counts in no
    statistics."""

    slug = models.CharField(max_length=16, unique=True, default=new_slug)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="uploads")
    title = models.CharField(max_length=200)
    score = models.PositiveSmallIntegerField()
    body = models.BinaryField(help_text="The game as it was sent, packed.")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("replay", args=[self.slug])
