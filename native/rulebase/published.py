"""The rule base of Canaan et al. (2018, 2019): rules that play, discard or give a clue."""

from itertools import product

from native._core import lib
from native.rulebase.row import Family, Rule, discard, play, tell


def _probably_safe(
    gene: int | None, percent: int, needs: int = 0, name: str = "{}", when: str = ""
) -> Rule:
    meaning = f"{when}play the card most likely to be playable"
    if percent:
        meaning += f", if it is so with at least {percent}%"
    full_name = name.format(f"PlayProbablySafeCard({percent / 100})")
    return play(gene, full_name, meaning, lib.HL_PLAY_PROBABLY_SAFE, needs=needs, percent=percent)


def _just_hinted(gene: int, single: bool, newest: bool, percent: int) -> Rule:
    card = "my newest card" if newest else "the likeliest card"
    clue = "that clues just given to me touched" + " alone" * single
    dare = "or before the first strike" + f" with at least {percent}%" * (percent > 0)
    name = f"PlayJustHinted({single}, {newest}, 2, {percent / 100:g})".lower()
    return play(
        gene,
        name.replace("playjusthinted", "PlayJustHinted"),
        f"play {card} {clue}, if certain" + f" {dare}" * (percent < 100),
        lib.HL_PLAY_JUST_HINTED,
        flags=lib.HL_SINGLE * single | lib.HL_NEWEST * newest,
        percent=percent,
        a=2,
    )


_HAIL_MARY = {
    "needs": lib.HL_NEEDS_LIVES | lib.HL_NEEDS_ALL_SEEN,
    "name": "IfRule(hailMary, {})",
    "when": "with more than one life and no card unseen (never: my own hand is), ",
}
_SPARE_LIFE = {
    "needs": lib.HL_NEEDS_LIVES,
    "name": "IfRule(hasMoreThanOneLife, {})",
    "when": "with more than one life, ",
}

PLAYS = (
    play(
        0,
        "PlayFinesse",
        "play my newest card after a clue to a card two above its stack; "
        "throws whenever the last clue was to me",
        lib.HL_PLAY_FINESSE,
    ),
    play(
        1,
        "PlayFinesseTold",
        "play the only card of mine that a clue touched, if the next player then played",
        lib.HL_PLAY_FINESSE_TOLD,
    ),
    play(
        2,
        "PlayIfCertain",
        "play a card that clues alone show to be one playable identity",
        lib.HL_PLAY_IF_CERTAIN,
    ),
    *(_probably_safe(3 + step, 20 * step) for step in range(5)),
    play(8, "PlaySafeCard", "play a card that is certainly playable", lib.HL_PLAY_SAFE),
    play(
        9,
        "PlayUniquePossibleCard",
        "play the card that a clue touched alone, if an unseen card of that rank is playable or "
        "one of that colour equals the top of its stack",
        lib.HL_PLAY_UNIQUE_POSSIBLE,
    ),
    _probably_safe(41, 0, **_HAIL_MARY),
    _probably_safe(42, 10, **_HAIL_MARY),
    *(_probably_safe(43 + step, 20 * step, **_SPARE_LIFE) for step in range(5)),
    _probably_safe(49, 25),
    play(
        50,
        "PlayJustHinted()",
        "play the likeliest card that clues just given to me touched",
        lib.HL_PLAY_JUST_HINTED,
    ),
    *(
        _just_hinted(gene, single, newest, percent)
        for gene, (percent, single, newest) in enumerate(
            product((0, 60, 80, 100), (True, False), (True, False)), start=51
        )
    ),
)

EXTRA_PLAYS = (
    _probably_safe(None, 75),
    play(
        None,
        "IfRule(hasOneLife, PlaySafeCard)",
        "with the last life, play a card that is certainly playable",
        lib.HL_PLAY_SAFE,
        needs=lib.HL_NEEDS_LAST_LIFE,
    ),
)


def _probably_useless(gene: int | None, percent: int) -> Rule:
    meaning = "discard the card most likely to be useless"
    if percent:
        meaning += f", if it is so with at least {percent}%"
    name = f"DiscardProbablyUselessCard({percent / 100})"
    return discard(gene, name, meaning, lib.HL_DISCARD_PROBABLY_USELESS, percent=percent)


DISCARDS = (
    discard(
        24,
        "DiscardHighest",
        "discard the card of the highest known rank",
        lib.HL_DISCARD_HIGHEST,
    ),
    discard(
        25,
        "DiscardIfCertain",
        "discard a card that clues alone show to be played already",
        lib.HL_DISCARD_IF_CERTAIN,
    ),
    discard(
        26,
        "DiscardLeastLikelyToBeNecessary",
        "discard the card least likely to be the last copy of one still wanted",
        lib.HL_DISCARD_LEAST_LIKELY_NECESSARY,
    ),
    discard(27, "DiscardOldestFirst", "discard my oldest card", lib.HL_DISCARD_OLDEST),
    discard(
        28,
        "DiscardOldestNoInfoFirst",
        "discard the first card of unknown colour and rank (not the oldest, as its name says)",
        lib.HL_DISCARD_UNIDENTIFIED,
    ),
    *(_probably_useless(29 + step, 20 * step) for step in range(5)),
    discard(34, "DiscardRandomly", "discard any card", lib.HL_DISCARD_RANDOMLY),
    discard(
        35,
        "DiscardSafeCard",
        "discard a card whose clued colour, rank or both show it to be useless",
        lib.HL_DISCARD_SAFE,
    ),
    discard(
        36,
        "DiscardUnidentifiedCard",
        "discard the first card of unknown colour and rank",
        lib.HL_DISCARD_UNIDENTIFIED,
    ),
    discard(
        37,
        "DiscardUselessCard",
        "discard a card of known colour that is above a rank of which every copy is lost",
        lib.HL_DISCARD_USELESS,
    ),
    discard(
        38,
        "OsawaDiscard",
        "discard a card that its clues show to be useless, or above a rank of which every copy is "
        "lost",
        lib.HL_DISCARD_OSAWA,
    ),
)

EXTRA_DISCARDS = (_probably_useless(None, 99), _probably_useless(None, 100))


def _unambiguous_2(gene: int, playable: int, other: int) -> Rule:
    return tell(
        gene,
        f"TellUnambiguous2({playable}, {other})",
        "tell a hand with a playable card whatever makes its cards look most playable, "
        f"weighing playable cards {playable} and others {other}",
        lib.HL_TELL_LOOKS_PLAYABLE,
        a=playable,
        b=other,
    )


def _unambiguous_3(gene: int, weights: str) -> Rule:
    return tell(
        gene,
        f"TellUnambiguous3({weights})",
        "tell the colour, or if known the rank, of the last playable card (its weights do nothing)",
        lib.HL_TELL_LAST_PLAYABLE,
    )


def _many_useless(gene: int, least: int) -> Rule:
    return tell(
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
    return tell(
        gene,
        f"TellHighProbabilityMistake({str(unplayable).lower()}, {percent / 100:g})",
        f"tell the rank, or if known the colour, of {card}; "
        "from any seat but the first it looks the card up in a wrong hand, and may throw",
        lib.HL_TELL_MISTAKE,
        flags=lib.HL_UNPLAYABLE * unplayable,
        percent=percent,
    )


TELLS = (
    tell(
        10,
        "CompleteTellUsefulCard",
        "complete what is known of a playable card of which only colour or rank is known",
        lib.HL_TELL_MISSING,
    ),
    tell(
        11,
        "TellAboutOnes",
        "tell the next player the rank, or if known the colour, of a 1",
        lib.HL_TELL_ONES,
        reach=lib.HL_TO_NEXT,
    ),
    tell(
        12,
        "TellAnyoneAboutOldestUsefulCard",
        "tell the colour, or if known the rank, of a hand's last playable card (not its oldest)",
        lib.HL_TELL_LAST_USEFUL,
    ),
    tell(
        13,
        "TellAnyoneAboutUsefulCard",
        "tell the rank, or if known the colour, of a playable card",
        lib.HL_TELL_USEFUL,
    ),
    tell(
        14,
        "TellAnyoneAboutUselessCard",
        "tell the rank, or if known the colour, of the first useless card of the first hand with "
        "one",
        lib.HL_TELL_USELESS,
    ),
    tell(
        15,
        "TellDispensable",
        "tell what shows a card to be useless: the colour of a complete stack, a rank that every "
        "stack has, or the missing half of a played card",
        lib.HL_TELL_DISPENSABLE,
        reach=lib.HL_BY_SEAT,
    ),
    tell(
        16,
        "TellFinesse",
        "if the next player's newest card is playable, tell the player after about the card on "
        "top of it (3 or more players)",
        lib.HL_TELL_FINESSE,
    ),
    tell(17, "TellFives", "tell a 5 of unknown rank", lib.HL_TELL_FIVES),
    tell(
        18,
        "TellIllInformed",
        "tell the rank, or if known the colour, of a card that is playable or, below the most "
        "clue tokens, useless",
        lib.HL_TELL_ILL_INFORMED,
    ),
    tell(
        19,
        "TellMostInformation",
        "give the clue that touches most cards, known or not",
        lib.HL_TELL_MOST_INFORMATION,
    ),
    tell(
        20,
        "TellPlayableCard",
        "tell the next player the rank or the colour, by chance, of the first playable card",
        lib.HL_TELL_PLAYABLE,
        reach=lib.HL_TO_NEXT,
    ),
    tell(
        21,
        "TellPlayableCardOuter",
        "tell the next player the rank, or if known the colour, of a playable card",
        lib.HL_TELL_USEFUL,
        reach=lib.HL_TO_NEXT,
    ),
    tell(
        22,
        "TellRandomly",
        "tell the next player the rank or the colour, by chance, of any card",
        lib.HL_TELL_RANDOMLY,
        reach=lib.HL_TO_NEXT,
    ),
    tell(
        23,
        "TellUnknown",
        "tell the next player the colour, or if known the rank, of the first card not fully known",
        lib.HL_TELL_UNKNOWN,
        reach=lib.HL_TO_NEXT,
    ),
    tell(
        48,
        "IfRule(informationLessThan4, TellDispensable)",
        "with fewer than 4 clue tokens, tell what shows a card to be useless",
        lib.HL_TELL_DISPENSABLE,
        needs=lib.HL_NEEDS_FEW_TOKENS,
        reach=lib.HL_BY_SEAT,
    ),
    tell(
        67,
        "TellUnambiguous(true)",
        "tell the colour or rank of a playable card that touches most other playable cards, then "
        "fewest unplayable ones",
        lib.HL_TELL_UNAMBIGUOUS,
        flags=lib.HL_PLAYABLE_FIRST,
    ),
    tell(
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

EXTRA_TELLS = (
    tell(
        None,
        "TellMostInformation(true)",
        "give the clue that tells most cards something their holder does not know",
        lib.HL_TELL_MOST_INFORMATION,
        flags=lib.HL_NEW_ONLY,
    ),
)

ANY = (
    Rule(39, "LegalRandom", "any legal move", lib.HL_LEGAL_RANDOM, Family.ANY),
    Rule(
        40,
        "TryToUnBlock",
        "without clue tokens, discard a card known to be useless or play a known last card of a "
        "stack, if a player who follows has nothing sure to do",
        lib.HL_UNBLOCK,
        Family.ANY,
        needs=lib.HL_NEEDS_NO_TOKEN | lib.HL_NEEDS_ROOM,
    ),
)

PUBLISHED: tuple[Rule, ...] = tuple(
    sorted((*PLAYS, *DISCARDS, *TELLS, *ANY), key=lambda rule: rule.gene or 0)
)
"""The 105 published rules; the gene of a rule is its index."""

EXTRA: tuple[Rule, ...] = (*EXTRA_PLAYS, *EXTRA_DISCARDS, *EXTRA_TELLS)
"""Rules without a gene that named agents of the literature use beside `PUBLISHED`."""
