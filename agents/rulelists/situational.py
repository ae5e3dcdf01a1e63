"""Rule orders found by evolution for the competition of 2018.

Mirror was evolved for play with itself, as an order of all 72 rules that there were: the first that
always fires ends it. Mixed was evolved for play with a pool of other agents.
"""

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

AGENTS = {
    "mirror_situational": Named(
        "Mirror Situational",
        "Plays what you just clued if that is likely right or no strike has been made, and clues "
        "so that there is least doubt which card is meant.",
        CANAAN_2018,
        {2: MIRROR_2, 3: MIRROR_3, 4: MIRROR_3, 5: MIRROR_3},
    ),
    "mixed_situational": Named(
        "Mixed Situational",
        "Gives plenty of clear clues, and trusts yours only as far as the odds do.",
        CANAAN_2018,
        {2: MIXED_2, 3: MIXED_3, 4: MIXED_3, 5: MIXED_3},
    ),
}
