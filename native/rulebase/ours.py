"""The rules added by this project, which the rule base of Canaan et al. (2018, 2019) cannot
express.

They use two notions of human players: the *chop*, a hand's oldest card that no clue has touched,
and the *focus* of a clue, the card that it is about: the chop if it is touched, else the newest of
the cards touched for the first time.
"""

from native._core import lib
from native.rulebase.row import Rule, discard, play, tell


def _play_focus(gene: int, name: str, clue: str, flags: int = 0, percent: int = 0) -> Rule:
    likely = f" with at least {percent}%" * (percent > 0)
    meaning = f"play the focus of the last {clue} to me, if it may be playable{likely}"
    return play(gene, name, meaning, lib.HL_PLAY_FOCUS, flags=flags, percent=percent)


def _tell_focus(gene: int, name: str, clue: str, flags: int = 0) -> Rule:
    meaning = f"give the {clue} whose focus is a playable card that does not know it"
    return tell(gene, name, meaning, lib.HL_TELL_FOCUS, flags=flags)


RULES = (
    _play_focus(105, "PlayFocus", "clue"),
    _play_focus(106, "PlayFocus(0.5)", "clue", percent=50),
    _play_focus(107, "PlayFocusNotChop", "clue that spared my chop", flags=lib.HL_NOT_CHOP),
    _play_focus(108, "PlayFocusOfColour", "colour clue", flags=lib.HL_BY_COLOUR),
    _play_focus(109, "PlayFocusOfRank", "rank clue", flags=lib.HL_BY_RANK),
    play(
        110,
        "PlayPrompt",
        "when the focus of the last clue to me must wait for a card below it, play my oldest clued "
        "card that may be that card",
        lib.HL_PLAY_CONNECTING,
    ),
    play(
        111,
        "PlaySelfFinesse",
        "when the focus of the last clue to me must wait for a card below it, play my newest "
        "untouched card that may be that card",
        lib.HL_PLAY_CONNECTING,
        flags=lib.HL_NEWEST,
    ),
    play(
        112,
        "PlayCommonlyKnown",
        "play a card that everybody at the table knows to be playable",
        lib.HL_PLAY_COMMONLY_KNOWN,
    ),
    play(
        113,
        "PlayByStrikes(0.5, 0.25)",
        "play the card most likely to be playable, if it is so with at least 50%, and 25% more "
        "for each strike",
        lib.HL_PLAY_BY_STRIKES,
        percent=50,
        a=25,
    ),
    play(
        114,
        "PlayByStrikes(0.7, 0.15)",
        "play the card most likely to be playable, if it is so with at least 70%, and 15% more "
        "for each strike",
        lib.HL_PLAY_BY_STRIKES,
        percent=70,
        a=15,
    ),
    play(
        115,
        "PlayInLastRound",
        "in the last round, play the card most likely to be playable",
        lib.HL_PLAY_PROBABLY_SAFE,
        needs=lib.HL_NEEDS_LAST_ROUND,
    ),
    play(
        116,
        "PlayLate(0.4)",
        "with 5 cards or fewer in the deck and more than one life, play the card most likely to be "
        "playable, if it is so with at least 40%",
        lib.HL_PLAY_PROBABLY_SAFE,
        needs=lib.HL_NEEDS_LATE | lib.HL_NEEDS_LIVES,
        percent=40,
    ),
    play(
        117,
        "PlayAtAllTokens(0.5)",
        "with all clue tokens, when no discard is legal, play the card most likely to be playable, "
        "if it is so with at least 50%",
        lib.HL_PLAY_PROBABLY_SAFE,
        needs=lib.HL_NEEDS_ALL_TOKENS,
        percent=50,
    ),
    play(
        118,
        "PlayLowestSafeCard",
        "of the cards that are certainly playable, play the one that may have the lowest rank",
        lib.HL_PLAY_LOWEST,
    ),
    play(
        119,
        "PlaySafeCardForMate",
        "play a card that is certainly playable and on which a card in another hand can follow",
        lib.HL_PLAY_FOR_MATE,
    ),
    discard(120, "DiscardChop", "discard my chop", lib.HL_DISCARD_CHOP),
    discard(
        121,
        "DiscardChopSafely",
        "discard my oldest untouched card that cannot be the last copy of one still wanted",
        lib.HL_DISCARD_CHOP_SAFELY,
    ),
    discard(
        122,
        "DiscardSeenElsewhere",
        "discard a card of which I see a copy in another hand, whatever it may be",
        lib.HL_DISCARD_SEEN_ELSEWHERE,
    ),
    discard(
        123,
        "DiscardUntoldLeastNecessary",
        "discard the untouched card least likely to be the last copy of one still wanted",
        lib.HL_DISCARD_UNTOLD,
    ),
    discard(
        124,
        "DiscardChopInTime",
        "discard my chop while the pace allows it: the best score needs not every turn left",
        lib.HL_DISCARD_CHOP_IN_TIME,
    ),
    discard(
        125,
        "DiscardChopToTell",
        "without clue tokens, discard my chop if another hand has a playable card that does not "
        "know it",
        lib.HL_DISCARD_CHOP_TO_TELL,
        needs=lib.HL_NEEDS_NO_TOKEN,
    ),
    tell(
        126,
        "SaveCriticalByRank",
        "tell the rank of a chop that is the last copy of a card still wanted",
        lib.HL_TELL_CHOP,
    ),
    tell(
        127,
        "SaveCriticalByColour",
        "tell the colour of a chop that is the last copy of a card still wanted",
        lib.HL_TELL_CHOP,
        flags=lib.HL_BY_COLOUR,
    ),
    tell(
        128,
        "SaveTwo",
        "tell the rank of a chop that is a 2 still wanted, if I see no other copy",
        lib.HL_TELL_CHOP_TWO,
    ),
    tell(
        129,
        "TellNewlyPlayable",
        "give the clue after which most cards are newly known to be playable",
        lib.HL_TELL_NEWLY_PLAYABLE,
    ),
    _tell_focus(130, "TellFocus", "clue"),
    _tell_focus(131, "TellFocusByColour", "colour clue", flags=lib.HL_BY_COLOUR),
    _tell_focus(132, "TellFocusByRank", "rank clue", flags=lib.HL_BY_RANK),
    tell(
        133,
        "TellRulesOutMost",
        "give the clue that rules out most of what the cards of a hand may be",
        lib.HL_TELL_RULES_OUT,
    ),
    tell(
        134,
        "TellNewlyUseless",
        "give the clue after which most cards are newly known to be useless",
        lib.HL_TELL_NEWLY_USELESS,
    ),
)


def _play_latest(name: str, meaning: str, percent: int, lives: int) -> Rule:
    return play(
        None,
        name,
        f"play the newest card that clues since my last move touched and that may fit, {meaning}",
        lib.HL_PLAY_JUST_HINTED,
        flags=lib.HL_LATEST,
        percent=percent,
        a=lives,
    )


NOVICE = (
    _play_latest("PlayLatest", "whatever its odds", 1, 0),
    _play_latest("PlayLatest(1, 0.25)", "at 25%, certain with the last life", 25, 1),
    tell(
        None,
        "TellAnyPlayable",
        "tell the rank or the colour, by chance, of any playable card not known to be one",
        lib.HL_TELL_ANY_PLAYABLE,
    ),
)
"""Rules that model newcomers who play as their first game on the site taught them. They have no
gene, so chromosomes cannot contain them."""
