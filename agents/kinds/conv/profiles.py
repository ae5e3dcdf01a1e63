"""Texts for players that describe the levels in `levels.PROFILES`: the conventions by which an
agent of each level gives and reads clues.
"""

from agents.kinds.conv.levels import ideas_of
from agents.persona import EXPERT, SOME, Persona
from native.strategies.conv import Ideas

SUMMARIES = {
    "h1": "Plays the H-Group's level 1: focus, play and save clues, prompts and finesses.",
    "h2": "Plays the H-Group's level 2: also reverse, double and self-finesses.",
    "h3": "Plays the H-Group's level 3: also 1s in order, and discards that show a copy.",
    "h5": "Plays the H-Group's level 5: also chop moves and layered finesses.",
    "h11": "Plays the H-Group's level 11: also tempo clues, emergency discards, stalls and bluffs.",
    "2p": "Plays the H-Group's conventions as its players do at tables of two.",
    "sieve": "Plays the referential sieve: a clue is about the card beside the one it touches.",
}

PERSONAS = {
    "h1": Persona(SOME, "Players who know the H-Group's first level.", name="Lena"),
    "h2": Persona(SOME, "Players who know finesses over more than one card.", name="Lars"),
    "h3": Persona(EXPERT, "Players who know the H-Group's first three levels.", name="Ruth"),
    "h5": Persona(EXPERT, "Players who know chop moves and layered finesses.", name="Karl"),
    "h11": Persona(EXPERT, "Players who know the H-Group's levels up to bluffs.", name="Mara"),
    "2p": Persona(EXPERT, "Pairs who know the H-Group's levels.", name="Timo"),
    "sieve": Persona(EXPERT, "Pairs who know the referential sieve.", name="Juri"),
}

SAID_OTHERWISE = {
    "no-finesses": "no prompts or finesses",
    "no-self-finesses": "no self-finesses",
    "no-order-of-1s": "1s in any order",
    "no-shown-copies": "no discards that show a copy",
    "no-good-touch": "good touch loosely",
}
"""The texts for players of exceptions for which replacing the hyphens of the name by spaces
(`no-bluffs`: “no bluffs”) would read badly."""
OTHER_SETS = {
    "2p": "the H-Group's set for two players",
    "sieve": "the referential sieve",
    "expert": "this site's own set of conventions, with finesses,",
    "beginner": "this site's own set of conventions, without finesses,",
    "human": "this site's own set of conventions, with finesses,",
}
"""What agents play that play no level of the H-Group, to follow the word “plays”."""
TITLES = {"2p": "H-Group, two players", "sieve": "Referential sieve"}

ALL = (
    "Your chop is your oldest card without a clue that nobody has protected: you discard it next. "
    "A clue is about its focus: the chop if it is touched for the first time, otherwise the newest "
    "card touched for the first time, otherwise the newest card that you did not know to be "
    "playable.",
    "The focus can be played, now or after cards that are known or promised. On the chop it may "
    "also be a card to keep: a 5 clued by rank, a 2 clued by rank if the giver sees no other copy "
    "of it, or the last copy of a card below 5. A 5 clued away from the chop is only said to be a "
    "5, until the first discard from a chop or if the giver could not discard; after that it is a "
    "card to play.",
    "Clued cards are useful, and no two of them are the same.",
    "A card may be missing before the focus. If a clued card may be the missing one, the newest "
    "such card plays (a prompt). Otherwise the newest unclued card plays at once (a finesse), or "
    "right after its holder has saved a card on another chop. Whoever sees the missing card in "
    "another hand waits for it. A blind play that nobody made is not asked for again.",
    "You give no clue that somebody would misread. Until the first discard from a chop, you "
    "usually clue rather than discard if the clue gets a new card played or saved.",
)
"""The paragraphs that describe the conventions of all H-Group profiles. A level without good touch
has LOOSE instead of the third, a level without finesses DIRECT instead of the fourth."""

DIRECT = (
    "There are no prompts and no finesses: a clue asks nobody to play another card before the "
    "focus."
)
"""The paragraph on missing cards for levels without finesses, which have no prompts either."""

LOOSE = (
    "The focus of a clue is useful. Other cards that it touches for the first time are kept. They "
    "may be copies of clued cards, and the focus of a later clue."
)
"""The paragraph on clued cards for levels without the convention of good touch."""

SIEVE = (
    "A clue is about the card beside its focus, the newest card touched for the first time. A "
    "colour asks you to play the next newer card without a clue, and after the newest the oldest. "
    "A rank asks you to discard the next older card without a clue, or to keep all.",
    "A rank of which every useful card is playable asks for plays of the cards themselves. A clue "
    "that makes an older card known to be playable or useless says no more. If you have something "
    "safe to do, a rank asks for a play too.",
    "A clue to clued cards asks for the oldest of them that may be playable, otherwise for your "
    "newest card. With nothing safe to do you discard your newest card.",
)
"""The paragraphs that describe the referential sieve."""

VARIANTS = (
    "In a variant a clue speaks of the cards that it touches. A rank clue promises a pink or omni "
    "card of that rank. A colour also keeps 2s and 5s that no rank touches; odd keeps 5s, even 2s. "
    "Where a colour touches several suits, or a rank clue several ranks, such a clue promises only "
    "its focus: the other cards that it touches are kept, and may be the focus of a later clue.",
    "Where no clue touches a suit, a clue that says nothing new asks the next player for a card of "
    "that suit: a clue to that player for the oldest unclued card by colour and the newest by "
    "rank, a clue to the player after that for the second oldest or newest, and so on.",
)
"""The paragraphs that describe how all levels give and read clues in variants."""

WORDS = {
    Ideas.DEEP: "Several cards may be missing before the focus, in one hand or in several: the "
    "next one in a hand is its next newest unclued card.",
    Ideas.SELF: "If nobody else can have the missing cards, they are in the hand of the focus.",
    Ideas.LAYERED: "Newer playable cards may lie over the missing one: these are played first.",
    Ideas.ORDER: "Of several 1s the one on the chop is played first, then those drawn during the "
    "game, the newest first, then those of the deal, the oldest first. A clue that says nothing "
    "new about cards that are all to be played says that the next of them is useless.",
    Ideas.MOVES: "A chop move protects a card without a clue. With three players or more, a 5 "
    "clued just beside the chop after the early game protects the chop instead. A clue that "
    "touches only useless cards protects the unclued cards that are older. If you skip one 1 in "
    "the order, you protect the next player's chop; if you skip two, the chop of the player after "
    "that.",
    Ideas.DISCARDS: "A player who discards a card that everybody knows to be useful shows that "
    "another player holds its copy: a clued card, or else their newest unclued card (which the "
    "H-Group's players learn at level 10).",
    Ideas.TEMPO: "With three players or more, a clue that touches no new card and makes one clued "
    "card playable also protects the chop of that hand, unless its giver had to stall, a prompt "
    "would have asked for another card, or another clued card can be played on this one.",
    Ideas.SCREAMS: "A discard in place of a better move protects the next player's chop: your chop "
    "in place of a known useless card, or with no clue token in place of a play; or a known "
    "useless card in place of a play. The next player then clues or plays.",
    Ideas.STALLS: "A player who should not discard (with all eight clue tokens, without a chop, or "
    "just after another's discard left one copy of a useful card) may give a clue that means only "
    "what it touches. Without a chop they may save any useful card on a chop. Near the end, when "
    "every turn counts, clues and discards move no chops.",
    Ideas.PAIR: "A clue may also save the card that is discarded after the chop. On the first turn "
    "a clue to a card that cannot be played only saves it.",
    Ideas.BLUFFS: "If exactly one card is missing before the focus, the clue may be a bluff: the "
    "next player at once plays their newest unclued card, which may be any playable card.",
}
"""The paragraph that describes each convention which only some profiles have."""

FOR_TWO = {
    ALL[1]: "The focus can be played, now or after cards that are known or promised. On the chop "
    "it may also be a card to keep: a 5 clued by rank, a 2 clued by rank if the giver sees no "
    "other copy of it, or the last copy of a card below 5. A 5 clued away from the chop is only "
    "said to be a 5.",
    ALL[3]: "If the focus can be neither a card to play soon nor one to keep, the cards missing "
    "before it are in the same hand. If a clued card may be the missing one, the newest such card "
    "plays (a prompt). Otherwise the newest unclued card plays at once (a finesse). A blind play "
    "that nobody made is not asked for again.",
    WORDS[Ideas.DEEP]: "Several cards may be missing before the focus: the next one is the next "
    "newest unclued card.",
    WORDS[Ideas.SELF]: "",
    WORDS[Ideas.MOVES]: "A chop move protects a card without a clue. A clue that touches only "
    "useless cards protects the unclued cards that are older. If you skip one 1 in the order, you "
    "protect your partner's chop. A 5 clued beside the chop, and a tempo clue, protect nothing.",
    WORDS[Ideas.TEMPO]: "",
    WORDS[Ideas.BLUFFS]: "If exactly one card is missing before the focus of a rank clue, the clue "
    "may be a bluff: its receiver at once plays their newest unclued card, which may be any "
    "playable card.",
    VARIANTS[1]: "Where no clue touches a suit, a clue that says nothing new asks your partner for "
    "a card of that suit: the oldest unclued card by colour and the newest by rank.",
}
"""For two players, the replacements of paragraphs that are true only of larger tables; empty for
those that do not apply."""


def about(level: str) -> tuple[str, ...]:
    """Return the paragraphs for players that describe the conventions of a level in PROFILES, such
    as `h5:no-bluffs`. Raise ValueError if there is no such level or exception.
    """
    known = ideas_of(level)
    if known & Ideas.SIEVE:
        return SIEVE
    touch = ALL[2] if known & Ideas.TOUCH else LOOSE
    missing = ALL[3] if known & Ideas.FINESSES else DIRECT
    plain = (*ALL[:2], touch, missing, *ALL[4:])
    ideas = (text for idea, text in WORDS.items() if known & idea)
    paragraphs = (*plain, *ideas, *VARIANTS)
    if not known & Ideas.PAIR:
        return paragraphs
    return tuple(filter(None, (FOR_TWO.get(one, one) for one in paragraphs)))


def title(level: str) -> str:
    """Return the title of a level for players: “H-Group, level 5, no bluffs” for `h5:no-bluffs`."""
    profile, *without = level.split(":")
    name = TITLES.get(profile, f"H-Group, level {profile[1:]}")
    return ", ".join([name, *map(in_words, without)])


def in_words(exception: str) -> str:
    """Return the text for players of an exception: “no bluffs” for `no-bluffs`."""
    return SAID_OTHERWISE.get(exception, exception.replace("-", " "))
