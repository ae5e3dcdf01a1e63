"""Evaluate agents: their ad-hoc performance, the score with partners that they do not know.

Definitions: Canaan et al., "Diverse agents for ad-hoc cooperation in Hanabi", CoG 2019, III-A.
"""
