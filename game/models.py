"""The database tables of games: players, their exercises, tables, seatings, moves, notes, chats,
uploads, reports.

A game's state is never stored: it is replayed from the deck and the moves.
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
"""The prefix of the addresses of agents that run elsewhere and connect to this site."""
AWAY_AFTER = timedelta(seconds=30)
"""The time after which the others need not wait for an absent person any more."""


def new_slug() -> str:
    """Return a random id for a table, of 12 characters (about 59 bits), that cannot be guessed:
    the link alone protects a private table.
    """
    return "".join(secrets.choice(SLUG_ALPHABET) for _ in range(12))


def new_key() -> str:
    """Return a new random key that identifies a guest by their session and stays secret."""
    return secrets.token_urlsafe(24)


def new_seed() -> str:
    """Return a new random seed for a deal, which stays secret (128 bits, in hexadecimal)."""
    return secrets.token_hex(16)


class Player(models.Model):
    """A person: a guest identified by the session, or the owner of an account."""

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
    plays = models.CharField(
        max_length=12,
        blank=True,
        default="",
        help_text="How well they know Hanabi: new, rules, conventions, or empty.",
    )
    card = models.CharField(
        max_length=150,
        blank=True,
        default="",
        help_text="The conventions that they play, such as h5:no-bluffs, or empty.",
    )
    trust_from = models.DateTimeField(
        null=True, blank=True, help_text="Games before do not count for agents' trust in them."
    )
    blocked = models.BooleanField(
        default=False, help_text="May look on, but neither sit down nor make tables."
    )

    def __str__(self) -> str:
        return self.name


class Exercise(models.Model):
    """An exercise that the owner of an account has done: a finished lesson, or an answered puzzle
    or drill. `game.learn.exercises` has those of visitors without an account.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="exercises")
    kind = models.CharField(max_length=8, help_text="The page: lessons, puzzles or drills.")
    key = models.CharField(max_length=8)
    result = models.JSONField(
        help_text="A puzzle's move; a drill's box and the day when it is due; a lesson's true."
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("player", "kind", "key"), name="one_result_each"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class DailyDeal(models.Model):
    """The deal of one day, the same for everybody.

    Each person plays it once with a partner of their choice. Its cards stay secret until the day is
    over (UTC).
    """

    day = models.DateField(unique=True)
    seed = models.CharField(max_length=64, default=new_seed)

    def __str__(self) -> str:
        return self.day.isoformat()

    @property
    def open(self) -> bool:
        """Whether the deal can still be played, so its cards are secret."""
        return self.day >= timezone.now().date()


class Table(models.Model):
    """One game at a table, from the first seat taken to the end."""

    class Status(models.TextChoices):
        """The status of a table: waiting for players, being played, or over."""

        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"

    class Scoring(models.TextChoices):
        """How a game that ended by strikes is scored: 0, or the number of cards played."""

        ZERO = "zero", "Three strikes score 0"
        STACKS = "stacks", "Three strikes keep your points"

    class Help(models.TextChoices):
        """How much the board shows about cards, from clue marks alone to all that the viewer can
        know (`game.board.hands`).
        """

        NONE = "none", "Clue marks only"
        CLUES = "clues", "What the clues leave"
        COMMON = "common", "Shared knowledge"
        FULL = "full", "Everything you can know"

    class Reasons(models.TextChoices):
        """When the players may read the agents' reasons for their moves: during the game, or only
        after it.
        """

        LIVE = "live", "Live"
        AFTER = "after", "After the game"

    class AtZero(models.TextChoices):
        """What happens when a player's clock runs out: nothing, an agent takes the seat, or the
        game ends.
        """

        NOTHING = "nothing", "Nothing happens"
        BOT = "bot", "A bot takes the seat"
        END = "end", "The game ends"

    class Watching(models.TextChoices):
        """Who may watch the running game: nobody, everyone without seeing the hands, or everyone
        from any seat.
        """

        CLOSED = "closed", "Nobody"
        HIDDEN = "hidden", "Everyone, hands hidden"
        SEATS = "seats", "Everyone, from any seat"

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
    conventions = models.BooleanField(
        default=False,
        help_text="A running game of an experiment or the daily deal shows what clues say.",
    )
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
    trust = models.JSONField(
        null=True,
        blank=True,
        help_text="Agents' trust in each seat at the start, in nats; null: the usual.",
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
    """The rules of a game that was played elsewhere, in place of those of `variant`; not
    stored."""

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
        """Return the address of the table's page."""
        return reverse("table", args=[self.slug])

    @property
    def points(self) -> int:
        """The score of a finished game by the scoring that the table uses."""
        return self.stacks if self.keeps_points else self.zero

    @property
    def keeps_points(self) -> bool:
        """Whether the points are kept when the last strike ends the game."""
        return self.scoring == self.Scoring.STACKS

    @property
    def fixed(self) -> bool:
        """Whether the table belongs to an experiment or the daily deal, so that its setup may not
        change: no replaced agents, no moves taken back, no rematch.
        """
        return self.drawn or self.daily_id is not None

    @property
    def reads_live(self) -> bool:
        """Whether the board shows the meaning of cards by convention during the game.

        In an experiment or the daily deal the field `conventions` decides; at other tables the
        meaning is shown if the agents' reasons are shown during the game.
        """
        return self.conventions if self.fixed else self.reasons == self.Reasons.LIVE

    @property
    def gives_hints(self) -> bool:
        """Whether hints are allowed: help is full, reasons are live and the setup is not fixed."""
        live = self.reasons == self.Reasons.LIVE
        return self.help == self.Help.FULL and live and not self.fixed

    @property
    def kept_secret(self) -> bool:
        """Whether the game is on a daily deal that others can still play, so that the deal is
        secret.
        """
        return self.daily is not None and self.daily.open

    @property
    def _series(self) -> models.QuerySet[Table]:
        """All games of this table's series; the rows of later games refer to the first one."""
        first = self.series_id or self.pk
        return Table.objects.filter(models.Q(pk=first) | models.Q(series_id=first))

    def next_in_series(self) -> Table | None:
        """Return the next game of the series that this game belongs to; None if there is none."""
        first = self.series_id or self.pk
        return Table.objects.filter(series_id=first, number=self.number + 1).first()

    def previous_in_series(self) -> Table | None:
        """Return the game of the series before this one; None if this is the first."""
        return self._series.filter(number=self.number - 1).first()

    def scores_of_series(self) -> list[tuple[int, int]]:
        """Return a pair of scores for each finished game of the series, in order: the number of
        cards played, and the score with 0 for a game that ended by strikes.
        """
        games = self._series.filter(status=Table.Status.FINISHED).order_by("number")
        return list(games.values_list("stacks", "zero"))

    def earlier_in_series(self, most: int) -> list[str]:
        """Return the slugs of the finished games of the series before this one, oldest first; only
        the last `most` of them.
        """
        if self.series_id is None:
            return []
        games = self._series.filter(status=Table.Status.FINISHED, number__lt=self.number)
        return list(games.order_by("-number").values_list("slug", flat=True)[:most])[::-1]


class Seating(models.Model):
    """The occupant of a seat after the first `from_turn` moves of the game. If a seat has several
    rows, the one with the highest `from_turn` is current.
    """

    class Kind(models.TextChoices):
        """The kind of occupant: nobody, a person, or an agent."""

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
    card = models.CharField(
        max_length=150,
        blank=True,
        default="",
        help_text="The person's convention card then; a bot's before it agreed to others'.",
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
        ordering = ["index", "from_turn"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index", "from_turn"], name="one_per_seat")
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.index}: {self.name}"

    @property
    def visiting(self) -> bool:
        """Whether the occupant is an agent that runs outside this site."""
        return self.kind == self.Kind.AGENT and self.address.startswith(VISITING)

    @property
    def present(self) -> bool:
        """Whether the occupant is shown as present: always for agents, people whose identity is
        hidden and empty seats; for other people, until they leave.

        A killed process reports no departure, so presence also ends PRESENCE_FADES_AFTER after the
        person was last seen.
        """
        if self.kind != self.Kind.PERSON or self.blind:
            return True
        if self.last_seen is None or self.left is not None:
            return False
        return timezone.now() - self.last_seen < PRESENCE_FADES_AFTER

    @property
    def away_since(self) -> datetime | None:
        """When an absent person was last here; None if present or never seen."""
        return None if self.present else self.left or self.last_seen

    @property
    def waited_for(self) -> bool:
        """Whether the table waits for the occupant's consent or return: a person who is present,
        or was within the last 30 s (AWAY_AFTER). False for a person whose identity is hidden, so
        that nobody can tell them from an agent.
        """
        if self.kind != self.Kind.PERSON or self.blind or self.last_seen is None:
            return False
        return self.present or timezone.now() - (self.left or self.last_seen) < AWAY_AFTER


class Move(models.Model):
    """One move. Each table version has at most one, so of two concurrent writers one fails.

    A move that was taken back stays stored; a note marks the turn from which moves no longer count
    (`game.tables.playback.standing`).
    """

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
    """An event between moves that is shown in the log."""

    class Kind(models.TextChoices):
        """The kind of an event: a line of text alone (`told`), moves taken back, or a hint that
        somebody asked for.
        """

        TOLD = "told"
        TAKEN_BACK = "taken_back", "the moves from `turn` on count no more"
        HINT = "hint", "somebody asked for the best moves"

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
    """A person's note on a card; of several on the same card, the latest counts. It is private
    until the game ends.
    """

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
    """A chat message of a person at the table, visible only to those seated there."""

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
    """The number of windows that watch a table through one server process."""

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
    """A recorded game that a person uploaded to study; no statistics include it."""

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
        """Return the address of the uploaded game's replay."""
        return reverse("replay", args=[self.slug])


class CoachReport(models.Model):
    """The coach's report on a finished game; `game` is the slug of its replay. Unless `done`, the
    background worker is to complete it. The report contains no people's names.
    """

    game = models.CharField(max_length=80, unique=True)
    made_by = models.CharField(max_length=120, help_text="The versions of all that judged.")
    body = models.JSONField(null=True, help_text="A `game.replays.coach.Verdict`; null: not yet.")
    done = models.BooleanField(default=False)
    asked = models.DateTimeField()

    def __str__(self) -> str:
        return self.game
