"""Agents from outside, to be evaluated."""

from native import Move, View


class FirstLegal:
    """Makes the first legal move."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def decide(self, view: View) -> Move:
        return view.legal_moves()[0]


class Learner(FirstLegal):
    """Discards in its first game with a partner and plays its newest card in the others."""

    games = 0

    def decide(self, view: View) -> Move:
        kinds = [move for move in view.legal_moves() if move.kind.name == "PLAY"]
        return kinds[-1] if self.games else super().decide(view)

    def game_over(self, view: View) -> None:
        assert view.end is not None
        self.games += 1


class Onlooker:
    """Makes the last legal move, and keeps what games it was shown in each session."""

    seen: list[list[View]] = []

    def __init__(self, seed: str) -> None:
        self.seen.append([])

    def decide(self, view: View) -> Move:
        return view.legal_moves()[-1]

    def game_over(self, view: View) -> None:
        self.seen[-1].append(view)


class Mute:
    """Has no decide."""

    def __init__(self, seed: str) -> None: ...


class Cheat(FirstLegal):
    """Always plays from an empty slot."""

    def decide(self, view: View) -> Move:
        return Move.play(7)


class Confused(FirstLegal):
    """Fails at its first decision."""

    def decide(self, view: View) -> Move:
        raise KeyError("red")


class Seedless:
    """Takes no seed."""

    def decide(self, view: View) -> Move:
        return view.legal_moves()[0]
