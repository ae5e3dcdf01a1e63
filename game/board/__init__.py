"""The views of a table for players and spectators: frames (the full state sent to one client),
hands, hints and explanations.
"""
