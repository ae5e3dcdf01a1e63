"""What people are told about the adaptive agents."""

ABOUT = (
    "It has a pool of strategies that it knows, hundreds of them, and asks after every move of "
    "yours: which of them would have done that, seeing what you saw? Your cards it sees; its own, "
    "which you saw, it imagines in several ways. Strategies that draw lots count by their chance. "
    "After a few moves most are out of the question.",
    "Then it imagines the rest of the game, again and again: its own hand, a strategy from those "
    "still likely for you, the deck. In each it tries every move it has, goes on as the best "
    "partner of that strategy would, and makes the move that comes out best on average. With a "
    "budget of 0 it imagines nothing and plays like whatever member of its pool does best with "
    "those you may be.",
    "Over games in a row with the same partners it remembers what it found out.",
)


def summary(pool: str, rollouts: int, *, learns: bool) -> str:
    named = pool.replace("+", " and ")
    if not learns:
        how = "Looks ahead" if rollouts else "Plays what goes best on average"
        return f"{how} as if you could be any bot of {named}, whatever you do."
    how = "looks ahead with that in mind" if rollouts else "plays what goes best with it"
    return f"Finds out which bot of {named} you play like, and {how}."
