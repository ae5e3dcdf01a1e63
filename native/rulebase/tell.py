"""The rules that give a clue."""

from native._core import lib
from native.rulebase.row import Family, Rule


def _rule(gene: int | None, name: str, meaning: str, op: int, **parameters: int) -> Rule:
    return Rule(gene, name, Family.TELL, meaning, op, **parameters)


def _unambiguous_2(gene: int, playable: int, other: int) -> Rule:
    return _rule(
        gene,
        f"TellUnambiguous2({playable}, {other})",
        "tell a hand with a playable card whatever makes its cards look most playable, "
        f"weighing playable cards {playable} and others {other}",
        lib.HL_TELL_LOOKS_PLAYABLE,
        a=playable,
        b=other,
    )


def _unambiguous_3(gene: int, weights: str) -> Rule:
    return _rule(
        gene,
        f"TellUnambiguous3({weights})",
        "tell the colour, or if known the rank, of the last playable card (its weights do nothing)",
        lib.HL_TELL_LAST_PLAYABLE,
    )


def _many_useless(gene: int, least: int) -> Rule:
    return _rule(
        gene,
        f"TellAtLeastNUseless({least})",
        f"tell the last clue after which {least} or more cards are known useless, if none is yet "
        "and one is; illegal if no clue does",
        lib.HL_TELL_MANY_USELESS,
        a=least,
    )


def _mistake(gene: int, unplayable: bool, percent: int) -> Rule:
    if unplayable:
        card = f"the unplayable card that looks most playable, at {percent}% or more"
    else:
        card = f"the playable card that looks least playable, at {percent}% or less"
    return _rule(
        gene,
        f"TellHighProbabilityMistake({str(unplayable).lower()}, {percent / 100:g})",
        f"tell the rank, or if known the colour, of {card}; "
        "from any seat but the first it looks the card up in a wrong hand, and may throw",
        lib.HL_TELL_MISTAKE,
        flags=lib.HL_UNPLAYABLE * unplayable,
        percent=percent,
    )


RULES = (
    _rule(
        10,
        "CompleteTellUsefulCard",
        "complete what is known of a playable card of which only colour or rank is known",
        lib.HL_TELL_MISSING,
    ),
    _rule(
        11,
        "TellAboutOnes",
        "tell the next player the rank, or if known the colour, of a 1",
        lib.HL_TELL_ONES,
        reach=lib.HL_TO_NEXT,
    ),
    _rule(
        12,
        "TellAnyoneAboutOldestUsefulCard",
        "tell the colour, or if known the rank, of a hand's last playable card (not its oldest)",
        lib.HL_TELL_LAST_USEFUL,
    ),
    _rule(
        13,
        "TellAnyoneAboutUsefulCard",
        "tell the rank, or if known the colour, of a playable card",
        lib.HL_TELL_USEFUL,
    ),
    _rule(
        14,
        "TellAnyoneAboutUselessCard",
        "tell the rank, or if known the colour, of the first useless card of the first hand with "
        "one",
        lib.HL_TELL_USELESS,
    ),
    _rule(
        15,
        "TellDispensable",
        "tell what shows a card to be useless: the colour of a complete stack, a rank that every "
        "stack has, or the missing half of a played card",
        lib.HL_TELL_DISPENSABLE,
        reach=lib.HL_BY_SEAT,
    ),
    _rule(
        16,
        "TellFinesse",
        "if the next player's newest card is playable, tell the player after about the card on "
        "top of it (3 or more players)",
        lib.HL_TELL_FINESSE,
    ),
    _rule(17, "TellFives", "tell a 5 of unknown rank", lib.HL_TELL_FIVES),
    _rule(
        18,
        "TellIllInformed",
        "tell the rank, or if known the colour, of a card that is playable or, below the most "
        "clue tokens, useless",
        lib.HL_TELL_ILL_INFORMED,
    ),
    _rule(
        19,
        "TellMostInformation",
        "give the clue that touches most cards, known or not",
        lib.HL_TELL_MOST_INFORMATION,
    ),
    _rule(
        20,
        "TellPlayableCard",
        "tell the next player the rank or the colour, by chance, of the first playable card",
        lib.HL_TELL_PLAYABLE,
        reach=lib.HL_TO_NEXT,
    ),
    _rule(
        21,
        "TellPlayableCardOuter",
        "tell the next player the rank, or if known the colour, of a playable card",
        lib.HL_TELL_USEFUL,
        reach=lib.HL_TO_NEXT,
    ),
    _rule(
        22,
        "TellRandomly",
        "tell the next player the rank or the colour, by chance, of any card",
        lib.HL_TELL_RANDOMLY,
        reach=lib.HL_TO_NEXT,
    ),
    _rule(
        23,
        "TellUnknown",
        "tell the next player the colour, or if known the rank, of the first card not fully known",
        lib.HL_TELL_UNKNOWN,
        reach=lib.HL_TO_NEXT,
    ),
    _rule(
        48,
        "IfRule(informationLessThan4, TellDispensable)",
        "with fewer than 4 clue tokens, tell what shows a card to be useless",
        lib.HL_TELL_DISPENSABLE,
        needs=lib.HL_NEEDS_FEW_TOKENS,
        reach=lib.HL_BY_SEAT,
    ),
    _rule(
        67,
        "TellUnambiguous(true)",
        "tell the colour or rank of a playable card that touches most other playable cards, then "
        "fewest unplayable ones",
        lib.HL_TELL_UNAMBIGUOUS,
        flags=lib.HL_PLAYABLE_FIRST,
    ),
    _rule(
        68,
        "TellUnambiguous(false)",
        "tell the colour or rank of a playable card that touches fewest unplayable cards, then "
        "most other playable ones",
        lib.HL_TELL_UNAMBIGUOUS,
    ),
    _unambiguous_2(69, 1, 0),
    _unambiguous_2(70, 10, -1),
    _unambiguous_2(71, 2, -1),
    *(
        _unambiguous_3(gene, weights)
        for gene, weights in enumerate(
            ("1, 0", "0, -1", "2, -1", "1, -2", "10, -1", "1, -10"), start=72
        )
    ),
    *(_many_useless(77 + least, least) for least in range(1, 6)),
    *(_mistake(83 + step, True, 10 * step) for step in range(11)),
    *(_mistake(94 + step, False, 10 * step) for step in range(11)),
)

EXTRA = (
    _rule(
        None,
        "TellMostInformation(true)",
        "give the clue that tells most cards something their holder does not know",
        lib.HL_TELL_MOST_INFORMATION,
        flags=lib.HL_NEW_ONLY,
    ),
)
