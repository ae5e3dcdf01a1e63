"""The algorithm `adaptive` of MAP-Elites: `improved`, with the same number of games spread over
more candidates.

The first evaluation of a candidate is half as long, so a weak candidate costs half as much. More
children have two parents, and in some one rule moves to another place of the list, which neither
crossover nor mutation does (the order of the rules matters: the first that applies decides).
"""

from functools import partial

from agents.generator import improved
from agents.generator.population import Variation

ROUNDS = improved.Rounds(first=8, most=6)
VARIATION = Variation(crossover=0.8, move=0.3)
parents = improved.parents
compete = partial(improved.compete, rounds=ROUNDS)
"""`improved.compete` with a first round of evaluation that is half as long."""
