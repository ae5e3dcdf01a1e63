"""The shipped drills: positions from games by the H-group's conventions, each with one question.

`manage.py rebuild drills` creates the file; `analysis.puzzles.drilling` selects them.
"""

from functools import cache
from pathlib import Path
from typing import Literal

from agents.conventions.position import SUITS
from agents.kinds.conv import levels
from agents.reasons.clues import foretold, meant
from agents.reasons.conventions import detail
from agents.runs.storage import read_rows
from game.board import words
from game.puzzles.position import name
from game.puzzles.puzzle import Posed
from native import Game, Move, View
from native.strategies.conv import ConvReason, explain

FILE = Path(__file__).with_name("drills.json")
Kind = Literal["move", "reads", "who", "chop"]
NOBODY = "nobody"
TECHNIQUES = {
    "play clue": ("Play clues", 2),
    "save": ("Saves", 4),
    "good touch": ("One clue for two cards", 5),
    "prompt": ("Prompts", 6),
    "finesse": ("Finesses", 6),
    "order": ("1s in order", None),
    "fix": ("Fix clues", None),
    "stall": ("Stalls", 7),
    "chop move": ("Chop moves", None),
    "discard": ("Discards that show a copy", None),
}
"""For each technique that drills train: its name on the site, and the number of the lesson that
teaches it (None if no lesson does)."""


class Drill(Posed, frozen=True, kw_only=True, dict=True, omit_defaults=True):
    """A question about a position; the right answers are those that the conventions give. `kind`
    is the question: which move to make (“move”), what a clue says of a card (“reads”), who is
    expected to play first (“who”), or which card is next to be discarded (“chop”).
    """

    profile: str
    """The convention profile that all players follow, such as “h5”."""
    level: int
    """The lowest H-group level that a solver needs: all profiles from this level up to `profile`
    give the same answer, and players of this level know what the clue in question does, such as
    get a layered finesse."""
    technique: str
    kind: Kind
    you: int
    """The seat that answers."""
    asked: tuple[int, int] | None = None
    """If `kind` is “reads”, the seat and slot of the card in question; if “chop”, the seat in
    question and the slot of its chop before the last clue; else None."""
    options: tuple[str, ...] = ()
    """The answers to choose from: identities such as “r1 y1” if `kind` is “reads”, else a seat and
    slot such as “1:3”, or NOBODY. Empty if `kind` is “move”: every legal move can be chosen."""
    right: tuple[str, ...]
    """The right answers: some of `options` or, if `kind` is “move”, moves in the engine's
    notation."""
    lead: float | None = None
    """If `kind` is “move”: the points by which the right move is better than any other, by
    rollouts. Else None."""

    @property
    def seat(self) -> int:
        """The seat that answers."""
        return self.you

    @property
    def partner(self) -> str:
        """The address of the agent in the other seats, such as `conv:h5`."""
        return f"conv:{self.profile}"

    @property
    def played(self) -> int:
        """The number of the H-group level that all players of the game follow."""
        return int(self.profile.removeprefix("h"))

    @property
    def question(self) -> str:
        """The question, as a sentence."""
        if self.kind == "move":
            return "What do you do?"
        if self.kind == "who":
            return f"{self._clue} Who is expected to play first because of it, and which card?"
        assert self.asked is not None
        if self.kind == "chop":
            return f"{self._clue} Which card is then next to be discarded there?"
        slot = self.position.position(*self.asked)
        return f"{self._clue} What does it say about your slot {slot}?"

    @property
    def why(self) -> str:
        """The reason why the answer is right, in the words of the convention agent of `profile`:
        the reason for the right move or, if `kind` is not “move”, what the last clue says.
        """
        if self.kind == "move":
            view, move = self.view, Move.parse(self.right[0], self.position.rules)
        else:
            event = self.position.history[-1]
            view, move = self.before.view(event.seat), event.move
        text = words.to_you(words.with_names(self._explained(view, move), self.names))
        return f"{self.names[view.seat]}: “{text}”" if self.kind == "reads" else text

    def _explained(self, view: View, move: Move) -> str:
        """Return the reason for a move, or what the clue in question says; seats have numbers."""
        blueprint = levels.blueprint(self.profile)
        told = explain(blueprint, view, move)
        if self.kind == "reads" or not move.is_clue:
            to_keep = self.technique in ("save", "stall")
            clued = ConvReason.CLUE_PLAY if to_keep else ConvReason.CLUE_FINESSE
            reason = clued if move.is_clue else ConvReason.PLAY_BLIND
            return detail(blueprint, view, move, reason, told)
        if NOBODY in self.right:
            return f"The clue says: {meant(view, told, beforehand=True)}."
        then = foretold(view, told)
        if self.asked is None:
            return then
        kept, chop = self.position.position(*self.asked), self.text(self.right[0]).lower()
        return f"{then} The clue also keeps slot {kept}, so {chop} is discarded next."

    def text(self, option: str) -> str:
        """Return the text that the page shows for one of the `options` or, if `kind` is “move”, for
        a move in the engine's notation.
        """
        if self.kind == "move":
            return name(self, Move.parse(option, self.position.rules))
        if self.kind == "reads":
            text = words.spelled(self.position.rules, option)
            return text[:1].upper() + text[1:]
        if option == NOBODY:
            return "Nobody"
        seat, slot = map(int, option.split(":"))
        at = self.position.position(seat, slot)
        return f"Slot {at}" if self.kind == "chop" else f"{self.names[seat]}, slot {at}"

    @property
    def _clue(self) -> str:
        """The last clue, as a sentence."""
        event, rules = self.position.history[-1], self.position.rules
        assert event.target is not None
        value = words.clue_name(rules, event.move.clue_value(rules))
        names = [*self.names]
        giver, target = names[event.seat], names[event.target]
        verb = "clue" if event.seat == self.you else "clues"
        return f"{giver} {verb} {value} to {'you' if event.target == self.you else target}."


def identities(game: Game, said: int, place: tuple[int, int]) -> str:
    """Return, as text such as “r1 y1”, the identities that a card may have according to its holder,
    who knows the conventions.

    `said` is the bit mask of the identities that the conventions assign to the card, `place` its
    seat and slot. The result has those in `said` that the holder considers possible or, if there
    are none, all that the holder considers possible.
    """
    seat, slot = place
    facts = game.view(seat).possible(slot)
    cards = game.rules.cards_in(said & facts or facts)
    return " ".join(card.text(SUITS) for card in cards)


@cache
def drills() -> tuple[Drill, ...]:
    """Return all shipped drills; their numbers start at 1."""
    return tuple(read_rows(FILE, Drill))
