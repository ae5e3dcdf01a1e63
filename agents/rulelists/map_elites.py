"""Chromosomes that MAP-Elites found: the best published elite and the entry of 2019."""

from agents.rulelists.named import Named

NYU_2019 = {
    2: (67, 103, 7, 35, 101, 52, 77, 53, 16, 28, 23, 27, 37, 43, 101),
    3: (7, 50, 59, 67, 0, 36, 24, 97, 52, 69, 23, 72, 3, 28, 31),
    4: (8, 54, 50, 60, 46, 68, 58, 1, 29, 41, 93, 95, 71, 3, 94),
    5: (64, 50, 58, 7, 25, 68, 21, 29, 30, 54, 99, 28, 31, 14, 71),
}

AGENTS = {
    "elite_045_080": Named(
        "Elite (0.45, 0.8)",
        "Clues several playable cards at once, and before the first strike plays what you clued "
        "to it alone.",
        "Canaan et al., “Diverse agents for ad-hoc cooperation in Hanabi”, CoG 2019",
        (67, 21, 8, 52, 33, 53, 36, 93, 96, 34, 27, 6, 19, 62, 21),
    ),
    "nyu_2019": Named(
        "NYU 2019",
        "The entry to the Hanabi competition of 2019, with a list of rules evolved for each "
        "number of players.",
        "rocanaan/Hanabi-Map-Elites, CoG 2019 competition",
        NYU_2019,
    ),
}
