"""Data releases: games and scores of pairs of agents as files for others to use, with their
descriptions.
"""
