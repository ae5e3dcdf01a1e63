"""Read the logs of HanabiData: browser games of a rule-based agent, seat 0, with a person, seat 1.

A log has `Treatment: ('<agent>', <seed>)`, then the cards left after the deal, then `MOVE: <player>
<type> <card> <target> <colour> <rank>` with None for what does not apply, then `Score <n>`. A card
is its position in a hand that closes gaps and adds new cards at the end. Points still count after
the third strike, and discarding with all clue tokens is allowed.

Source: yawgmoth/HanabiData, CC BY 4.0 (Eger, Martens, Alfaro Córdoba, CIG 2017).
"""

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from native.engine.rules import Card, Rules
from native.engine.variants import COPIES_BY_RANK
from native.records.record import Action, ActionKind, BadRecord, Hands, Record

FORMAT = "hanabidata"
RULES = Rules(2, suits="gywbr", discard_at_max=True)
KINDS = (ActionKind.COLOUR, ActionKind.RANK, ActionKind.PLAY, ActionKind.DISCARD)
TREATMENT = re.compile(r"^Treatment: \('(\w{1,40})', (\d{1,9})\)$", re.MULTILINE)
CARDS_LEFT = re.compile(r"^\[\((\d, \d(?:\), \(\d, \d){0,60})\)\]$", re.MULTILINE)
MOVE = re.compile(r"MOVE: ([01]) ([0-3])" + r" (\d|None)" * 4)
SCORE = re.compile(r"^Score (\d{1,2})$", re.MULTILINE)


def read(data: bytes, source: str) -> Record:
    """Return the game that one log (`data`) describes, as a Record.

    `source` becomes the record's name for messages. Raises BadRecord if it is not a valid log.
    """
    try:
        text = data.decode("ascii").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadRecord(f"not a HanabiData log: byte {error.start} is not ASCII") from None
    treatment, left, score = (regex.search(text) for regex in (TREATMENT, CARDS_LEFT, SCORE))
    if treatment is None or left is None:
        raise BadRecord("not a HanabiData log: no “Treatment” line with the cards left below it")
    if score is None:
        raise BadRecord("the log is cut short: it has no “Score” line")
    deck = deck_of_seed(int(treatment[2]))
    if left[1] != "), (".join(f"{card.suit}, {card.rank}" for card in deck[10:]):
        raise BadRecord(f"the cards left are not those of the deck of seed {treatment[2]}")
    record = Record(
        source=source,
        format=FORMAT,
        rules=RULES,
        deck=deck,
        actions=tuple(_actions(_moves(text))),
        players=(treatment[1], "You"),
        score=int(score[1]),
    )
    return _without_clues_to_oneself(record)


def deck_of_seed(seed: int) -> tuple[Card, ...]:
    """Return the deck, in draw order, that the program behind HanabiData deals from a seed: a
    Fisher-Yates shuffle from the end with Python's `random`.
    """
    rng = random.Random(seed)
    deck = [
        Card(suit, rank)
        for suit in range(5)
        for rank, copies in enumerate(COPIES_BY_RANK, start=1)
        for _ in range(copies)
    ]
    for i in range(len(deck) - 1, 0, -1):
        j = int(rng.random() * (i + 1))
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def _moves(text: str) -> Iterator[list[int]]:
    """Yield, for every MOVE line of a log, its numbers (player, type, card, target, colour, rank),
    with -1 for None. Raises BadRecord if a line is malformed.
    """
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.startswith("MOVE"):
            continue
        match = MOVE.fullmatch(line.rstrip())
        if match is None:
            raise BadRecord(f"line {number} is no move: {line[:60]!r}")
        yield [-1 if field == "None" else int(field) for field in match.groups()]


def _actions(moves: Iterable[list[int]]) -> Iterator[Action]:
    """Convert the numbers of MOVE lines to actions, which name cards by draw number instead of
    position in the hand. Raises BadRecord if one is impossible.
    """
    hands = Hands(RULES)
    for turn, (player, kind, place, target, colour, rank) in enumerate(moves):
        if player != turn % 2:
            raise BadRecord(f"turn {turn + 1}: seat {player} moves twice in a row")
        action = KINDS[kind]
        if action is ActionKind.COLOUR:
            yield Action(action, target, colour)
        elif action is ActionKind.RANK:
            yield Action(action, target, rank)
        elif not 0 <= place < len(hands.of[player]):
            raise BadRecord(f"turn {turn + 1}: there is no card {place} in the hand")
        else:
            yield Action(action, hands.use(player, place))


def _without_clues_to_oneself(record: Record) -> Record:
    """Return the record with clues to the mover's own hand changed to clues to the other seat.

    In four games of HanabiData the agent clues its own hand. No rules allow that; it costs a token
    and has no other effect on the score.
    """

    def is_own(turn: int, action: Action) -> bool:
        return action.kind in (ActionKind.COLOUR, ActionKind.RANK) and action.target == turn % 2

    own = [turn for turn, action in enumerate(record.actions) if is_own(turn, action)]
    if not own:
        return record
    actions = list(record.actions)
    for turn in own:
        actions[turn] = actions[turn]._replace(target=1 - turn % 2)
    turns = ", ".join(str(turn + 1) for turn in own)
    return replace(
        record,
        rules=replace(record.rules, empty_clues=True),
        actions=tuple(actions),
        notes=(f"a seat clues itself (turn {turns}), read as a clue to the other seat",),
    )
