"""Evaluations with the protocol of AH2AC2, the Ad-Hoc Human-AI Coordination Challenge
(docs/ah2ac2.md).

The holder of a key plays a list of games one by one, as the challenge's own client does: it asks
for the next game, answers each turn for the seats it controls, and reads the scores at the end.
"""
