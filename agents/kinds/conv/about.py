"""What people are told about the convention agent."""

SUMMARIES = {
    "expert": "Gives and reads clues as experienced players do: chop, focus, saves and finesses.",
    "beginner": "Gives and reads plain clues: play this, keep that. It asks for no blind plays.",
    "human": "Knows the conventions of experienced players and chooses among moves as people do.",
}

ABOUT = (
    "Your chop is your oldest card that no clue has touched: it is the one you discard next. A "
    "clue is about one card, its focus. If the clue touches your chop for the first time, that is "
    "the focus; otherwise it is the newest card that the clue touches for the first time; and if "
    "all its cards were clued before, the newest that you did not know to be playable.",
    "A focus is a card to play: now, or after cards that everybody knows of. On your chop it may "
    "also be a card to keep: a 5 or a 2 by rank, or any other last copy. A 5 clue away from the "
    "chop only says that it is a 5.",
    "Clued cards are useful, and no two of them are the same. After every play each clued card "
    "stops being what was played, so a card may become known without another clue. A clued card "
    "that can only be what another clued card is counts as useless.",
    "If you are clued about a card that is not playable yet, somebody may hold the card before it. "
    "A clued card that may be the missing one plays first (a prompt), otherwise the newest unclued "
    "card plays blind (a finesse). Whoever sees the missing card in another hand waits.",
    "Before each move it goes through the round that would follow: what would the others play, "
    "what would they misread, which chop would be lost? It repairs a mistake before it happens, "
    "and counts the turns that are left at the end.",
)
