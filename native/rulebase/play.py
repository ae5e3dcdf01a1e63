"""The rules that play a card."""

from itertools import product

from native._core import lib
from native.rulebase.row import Family, Rule


def _rule(gene: int | None, name: str, meaning: str, op: int, **parameters: int) -> Rule:
    return Rule(gene, name, Family.PLAY, meaning, op, **parameters)


def _probably_safe(
    gene: int | None, percent: int, needs: int = 0, name: str = "{}", when: str = ""
) -> Rule:
    meaning = f"{when}play the card most likely to be playable"
    if percent:
        meaning += f", if it is so with at least {percent}%"
    full_name = name.format(f"PlayProbablySafeCard({percent / 100})")
    return _rule(gene, full_name, meaning, lib.HL_PLAY_PROBABLY_SAFE, needs=needs, percent=percent)


def _just_hinted(gene: int, single: bool, newest: bool, percent: int) -> Rule:
    card = "my newest card" if newest else "the likeliest card"
    clue = "that clues just given to me touched" + " alone" * single
    dare = "or before the first strike" + f" with at least {percent}%" * (percent > 0)
    name = f"PlayJustHinted({single}, {newest}, 2, {percent / 100:g})".lower()
    return _rule(
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

RULES = (
    _rule(
        0,
        "PlayFinesse",
        "play my newest card after a clue to a card two above its stack; "
        "throws whenever the last clue was to me",
        lib.HL_PLAY_FINESSE,
    ),
    _rule(
        1,
        "PlayFinesseTold",
        "play the only card of mine that a clue touched, if the next player then played",
        lib.HL_PLAY_FINESSE_TOLD,
    ),
    _rule(
        2,
        "PlayIfCertain",
        "play a card that clues alone show to be one playable identity",
        lib.HL_PLAY_IF_CERTAIN,
    ),
    *(_probably_safe(3 + step, 20 * step) for step in range(5)),
    _rule(8, "PlaySafeCard", "play a card that is certainly playable", lib.HL_PLAY_SAFE),
    _rule(
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
    _rule(
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

EXTRA = (
    _probably_safe(None, 75),
    _rule(
        None,
        "IfRule(hasOneLife, PlaySafeCard)",
        "with the last life, play a card that is certainly playable",
        lib.HL_PLAY_SAFE,
        needs=lib.HL_NEEDS_LAST_LIFE,
    ),
)
