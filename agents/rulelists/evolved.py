"""Rule lists made by evolution (Canaan et al.), for competitions and archives.

Mirror Situational (2018) was evolved for self-play, as an order of all 72 rules of that time: rules
after the first that always fires have no effect. Mixed Situational (2018) was evolved for play with
a pool of other agents. The others are from MAP-Elites: the best published elite, and the entry to
the competition of 2019.
"""

from agents.persona import EASY, SOME, Persona
from agents.rulelists.named import Named

CANAAN_2018 = "Canaan et al., “Evolving agents for the Hanabi 2018 CIG competition”, CIG 2018"

# fmt: off
MIRROR_2 = (
    68, 7, 63, 8, 67, 66, 52, 35, 36, 51, 33, 13, 54, 16, 48, 37, 69, 19, 4, 5, 44, 61, 27, 49,
    34, 39, 18, 46, 0, 59, 65, 29, 3, 23, 70, 24, 58, 38, 42, 32, 6, 56, 9, 14, 41, 30, 11, 45,
    43, 21, 2, 15, 1, 50, 26, 62, 28, 57, 22, 64, 20, 10, 31, 55, 40, 47, 60, 71, 17, 53, 12, 25,
)
MIRROR_3 = (
    63, 41, 50, 7, 67, 29, 32, 0, 39, 35, 54, 38, 13, 45, 16, 40, 55, 19, 46, 12, 58, 25, 24, 14,
    56, 49, 61, 28, 44, 2, 53, 20, 60, 27, 43, 66, 68, 33, 15, 23, 1, 3, 71, 30, 21, 69, 52, 59,
    6, 36, 31, 51, 9, 11, 37, 17, 10, 5, 70, 62, 42, 22, 8, 48, 18, 34, 65, 4, 47, 26, 64, 57,
)
MIXED_2 = (67, 69, 62, 57, 46, 8, 33, 36, 19, 44, 54, 26)
MIXED_3 = (46, 10, 7, 67, 45, 29, 4, 71, 17, 43, 19)
# fmt: on

NYU_2019 = {
    2: (67, 103, 7, 35, 101, 52, 77, 53, 16, 28, 23, 27, 37, 43, 101),
    3: (7, 50, 59, 67, 0, 36, 24, 97, 52, 69, 23, 72, 3, 28, 31),
    4: (8, 54, 50, 60, 46, 68, 58, 1, 29, 41, 93, 95, 71, 3, 94),
    5: (64, 50, 58, 7, 25, 68, 21, 29, 30, 54, 99, 28, 31, 14, 71),
}

AGENTS = {
    "mirror_situational": Named(
        "Mirror Situational",
        "Plays what you just clued if that is likely right or no strike has been made, and clues "
        "so that there is least doubt which card is meant.",
        CANAAN_2018,
        {2: MIRROR_2, 3: MIRROR_3, 4: MIRROR_3, 5: MIRROR_3},
        persona=Persona(SOME, "Players who clue the card they want played."),
    ),
    "mixed_situational": Named(
        "Mixed Situational",
        "Gives plenty of clear clues, and trusts yours only as far as the odds do.",
        CANAAN_2018,
        {2: MIXED_2, 3: MIXED_3, 4: MIXED_3, 5: MIXED_3},
        persona=Persona(EASY, "Players who like odds better than guesses."),
    ),
    "elite_045_080": Named(
        "Elite (0.45, 0.8)",
        "Clues several playable cards at once, and before the first strike plays what you clued "
        "to it alone.",
        "Canaan et al., “Diverse agents for ad-hoc cooperation in Hanabi”, CoG 2019",
        (67, 21, 8, 52, 33, 53, 36, 93, 96, 34, 27, 6, 19, 62, 21),
        persona=Persona(SOME, "Players who clue several playable cards at once."),
    ),
    "nyu_2019": Named(
        "NYU 2019",
        "The entry to the Hanabi competition of 2019, with a list of rules evolved for each "
        "number of players.",
        "rocanaan/Hanabi-Map-Elites, CoG 2019 competition",
        NYU_2019,
        persona=Persona(SOME, "Players who want to meet a competition entry."),
    ),
}
