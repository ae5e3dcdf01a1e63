"""An exam in conventions: how an agent reads cards and moves in positions whose meaning
experienced players agree about.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from msgspec import UNSET

from agents.contract import AgentError
from agents.conventions.position import (
    SUITS,
    Asserted,
    ConventionPosition,
    Expected,
    Read,
    Turn,
    Unplayable,
    slot_at,
    turn_of,
)
from agents.entry import Entry
from native import Game
from native.empathy.exact import empathy

READS = ("equal", "wider", "narrower", "overlap", "contradicts")
MOVES = ("same", "same_kind", "other")


@dataclass(frozen=True)
class ExamAnswer:
    """An agent's answer to one assertion of a convention position, and the verdict on it.

    An assertion states the identities that players assign to a card (`Read`), or the move that
    they expect of a seat (`Expected`). The answer is text: identities such as `r1 y1`, or a move
    such as `play 2`.
    """

    position: ConventionPosition
    asked: Read | Expected
    verdict: str
    """How the answer compares with the assertion: a word of `READS` for identities of a card, of
    `MOVES` for a move."""
    answer: str
    """The identities that the agent assigns to the card, or the move that it makes, as text."""
    board: tuple[str, ...]
    """The state of the game when the agent was asked, in lines of text."""

    def lines(self) -> Iterator[str]:
        """Yield an agent's answer, the reading or move that the position asserts, and the board, as
        lines of text.
        """
        asked = self.asked
        where = f"after {asked.after} turns, seat {asked.seat}"
        if isinstance(asked, Read):
            where, expected = f"{where} slot {asked.slot}", " ".join(asked.identities) or "useless"
        else:
            expected = _move_text(asked.move)
        one = self.position
        yield f"{one.id} (level {one.level}), {where}: {self.verdict}"
        yield f"  expected {expected}, got {self.answer}"
        yield from (f"  {line}" for line in self.board)
        if one.note:
            yield f"  {one.note}"


@dataclass(frozen=True)
class ExamResult:
    """An agent's answers to a list of convention positions, and the positions that were skipped."""

    agent: str
    answers: list[ExamAnswer] = field(default_factory=list)
    skipped: list[tuple[str | int, str]] = field(default_factory=list)
    """The positions, or assertions of them, that could not be asked: id (or line) and reason."""

    def table(self) -> dict[str, Any]:
        """Return the results as JSON-ready data with three keys.

        `agent` is the agent's address. `levels` has for each convention level two tables, `reads`
        (answers on the identities of cards) and `moves`, which give the number of answers by
        verdict, such as `equal`. `skipped` lists the skipped positions, each as [id, reason].
        """
        levels: dict[str, Any] = {
            str(level): {"reads": dict.fromkeys(READS, 0), "moves": dict.fromkeys(MOVES, 0)}
            for level in sorted({answer.position.level for answer in self.answers})
        }
        for answer in self.answers:
            kind = "reads" if isinstance(answer.asked, Read) else "moves"
            levels[str(answer.position.level)][kind][answer.verdict] += 1
        return {"agent": self.agent, "levels": levels, "skipped": [list(s) for s in self.skipped]}


def sit(entry: Entry, positions: Iterable[ConventionPosition]) -> ExamResult:
    """Ask an agent for the identities it assigns to cards and for its moves in `positions`, and
    judge each answer by what the position asserts. Raise AgentError if the agent follows no
    conventions by which cards can be read.
    """
    if entry.reading is None:
        raise AgentError(
            f"{entry.address} follows no conventions by which its cards can be read; agents of "
            "kind conv do."
        )
    result = ExamResult(entry.address)
    for position in positions:
        try:
            games = position.games()
            entry.refuse_unless_seatable(games[0].rules, with_people=False)
        except (Unplayable, AgentError) as error:
            result.skipped.append((position.id, str(error)))
            continue
        for asked in position.assertions:
            try:
                result.answers.append(_answer(entry, position, games[asked.after], asked))
            except Unplayable as error:
                result.skipped.append((position.id, f"after {asked.after} turns: {error}"))
    return result


def _answer(
    entry: Entry, position: ConventionPosition, game: Game, asked: Read | Expected
) -> ExamAnswer:
    if isinstance(asked, Read):
        verdict, answer = _read(entry, game, asked)
    else:
        verdict, answer = _moved(entry, game, asked)
    return ExamAnswer(position, asked, verdict, answer, tuple(board(game)))


def _read(entry: Entry, game: Game, asked: Read) -> tuple[str, str]:
    """Compare what is asserted of a card with the agent's reading, both without what its holder
    excludes by the clues and cards it sees.
    """
    slot, rules = slot_at(game, asked.seat, asked.slot), game.rules
    facts = empathy(game, [asked.seat])[asked.seat][slot]
    texts = [card.text(SUITS) for card in rules.cards]
    expected = sum(1 << texts.index(text) for text in {*asked.identities}) & facts
    if not asked.identities:
        expected = facts & game.useless
    if not expected:
        raise Unplayable(f"seat {asked.seat} slot {asked.slot} can be none of {asked.identities}")
    assert entry.reading is not None
    answer = entry.reading(game, asked.seat, slot) & facts or facts & game.useless or facts
    cards = " ".join(card.text(SUITS) for card in rules.cards_in(answer))
    return compared(expected, answer), cards


def compared(expected: int, answer: int) -> str:
    """Return how the identities `answer` that an agent assigns to a card relate to the `expected`
    ones: `equal`, `wider` (more identities), `narrower` (fewer), `overlap` or `contradicts` (none
    in common). Both arguments are bit sets of identities.
    """
    if answer == expected:
        return "equal"
    if not answer & expected:
        return "contradicts"
    if not expected & ~answer:
        return "wider"
    return "narrower" if not answer & ~expected else "overlap"


def _moved(entry: Entry, game: Game, asked: Expected) -> tuple[str, str]:
    if game.to_move != asked.seat:
        raise Unplayable(f"it is seat {game.to_move}'s turn, not seat {asked.seat}'s")
    move = entry.agent("exam").decide(game.view(asked.seat)).move
    turn = turn_of(game, move)
    return matched(asked.move, turn), _move_text(turn)


def matched(asked: Asserted, turn: Turn) -> str:
    """Return how an agent's move `turn` relates to the move that a position asserts (`asked`):
    `same`, `same_kind` for another move of the same kind, or `other` for a move of another kind.
    """
    kind = next(name for name in ("clue", "play", "discard") if getattr(turn, name) is not None)
    if kind not in asked.kinds:
        return "other"
    fields = ("clue", "to") if kind == "clue" else (kind,)
    wanted = {name: value for name in fields if (value := getattr(asked, name)) and name != "to"}
    if kind == "clue" and isinstance(asked.to, int):
        wanted["to"] = asked.to
    same = all(str(getattr(turn, name)) == str(value) for name, value in wanted.items())
    return "same" if same else "same_kind"


def board(game: Game) -> Iterator[str]:
    """Yield the state of a game as lines of text: stacks, discards, tokens and strikes, then each
    seat's hand, newest card first, with `*` after a clued card.
    """
    stacks = " ".join(f"{suit}{height}" for suit, height in zip(SUITS, game.stacks, strict=True))
    lost = " ".join(card.text(SUITS) for card in game.discards) or "nothing"
    yield (
        f"stacks {stacks}; discarded {lost}; {game.clue_tokens} clue tokens, {game.strikes} "
        f"strikes; seat {game.to_move} to move"
    )
    for seat, hand in enumerate(game.hands):
        cards = [
            f"{card.text(SUITS)}{'*' * game.touched(seat, slot)}"
            for slot in game.slots(seat)
            if (card := hand[slot])
        ]
        yield f"seat {seat}: {' '.join(cards)}"


def _move_text(move: Turn | Asserted) -> str:
    missing = UNSET if isinstance(move, Asserted) else None
    if move.clue is not missing or move.to is not missing:
        return f"{_any(move.clue)} to seat {_any(move.to)}"
    given = {"play": move.play, "discard": move.discard}
    return " or ".join(f"{kind} {_any(v)}" for kind, v in given.items() if v is not missing)


def _any(value: object) -> str:
    return str(value) if isinstance(value, (int, str)) else "any"
