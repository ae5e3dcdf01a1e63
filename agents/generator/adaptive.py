"""MAP-Elites `adaptive`: the algorithm `improved`, with the same games spread over more candidates.

The first evaluation of a candidate is half as long, so a weak candidate costs half as much. More
children have two parents, and some have one rule moved to another place of the list, which neither
crossover nor mutation does: an agent asks its rules in order.
"""

from functools import partial

from agents.generator import improved
from agents.generator.population import Variation

LOOKS = improved.Looks(first=8, most=6)
VARIATION = Variation(crossover=0.8, move=0.3)
parents = improved.parents
compete = partial(improved.compete, looks=LOOKS)
"""`improved.compete` with a first round half as long."""
