"""Evaluations in the way of AH2AC2, the Ad-Hoc Human-AI Coordination Challenge (docs/ah2ac2.md).

Whoever has a key plays a list of games one by one, as the challenge's own program does: it asks for
the next game, answers each turn for the seats it controls, and reads the scores at the end.
"""
