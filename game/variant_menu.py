"""The variants offered for a new table, grouped by their special feature, such as a special suit.

Replays support more variants than these.
"""

from native.engine.variants import FAMILIES, MIXES, SPECIAL, TWISTS

FEW = 4
"""The fewest suits of the offered variants whose suits share clue colours, such as “Ambiguous (4
Suits)”."""
CLUES = ("Funnels", "Chimneys", "Odds and Evens", "Synesthesia", "Color Mute", "Number Mute")
COPIES = ("Scarce Ones", "Critical Fours")


def _with_five_suits(*names: str) -> list[str]:
    return [f"{name} (5 Suits)" for name in names]


GROUPS = {
    "Plain suits": ["No Variant", "6 Suits", "4 Suits", "3 Suits"],
    "A special suit": [
        *_with_five_suits(*(suit.name for suit in SPECIAL if not suit.one_of_each)),
        "Rainbow (6 Suits)",
    ],
    "A suit with one of each card": [
        *_with_five_suits(*(suit.name for suit in SPECIAL if suit.one_of_each)),
        "Black (6 Suits)",
    ],
    "Several special suits": ["Black & Rainbow (6 Suits)", *MIXES],
    "Suits that share colours": [
        f"{family} ({count} Suits)"
        for family, suits in FAMILIES.items()
        for count in suits
        if family and count >= FEW
    ],
    "A special rank": _with_five_suits(*(name for name in TWISTS if TWISTS[name].special_rank)),
    "Other clues": _with_five_suits(*CLUES),
    "Other numbers of copies": _with_five_suits(*COPIES),
}
CLASSIC, CLASSIC_TITLE = "No Variant", "Classic"
"""The name of the standard game, and what pages call it."""
CHOICES = [
    (group, [(name, CLASSIC_TITLE if name == CLASSIC else name) for name in names])
    for group, names in GROUPS.items()
]
