"""How well an agent plays with partners that it does not know: its ad-hoc performance.

Definitions: Canaan et al., "Diverse agents for ad-hoc cooperation in Hanabi", CoG 2019, III-A.
"""
