"""MAP-Elites `adaptive`: the algorithm `improved`, with the same games spread over more candidates.

The first evaluation of a candidate is half as long, so a weak candidate costs half as much. More
children have two parents, and some have one rule moved to another place of the list, which neither
crossover nor mutation does: an agent asks its rules in order.
"""

from agents.archives.measuring import Ints
from agents.archives.setting import Recipe
from agents.generator import improved
from agents.generator.evaluation import Evaluator
from agents.generator.population import Population, Variation
from native.play.matches import Chromosomes

LOOKS = improved.Looks(first=8, most=6)
VARIATION = Variation(crossover=0.8, move=0.3)
parents = improved.parents


def compete(
    population: Population,
    recipe: Recipe,
    evaluator: Evaluator,
    individuals: Ints,
    genes: Chromosomes,
) -> None:
    """Evaluate candidates, numbered `individuals`, in rounds of doubling length; those that cannot
    beat the elite of their cell any more drop out, the others enter the population.

    It is `improved.compete`, but the first round is half as long.
    """
    improved.compete(population, recipe, evaluator, individuals, genes, LOOKS)
