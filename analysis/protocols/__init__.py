"""Protocols: with whom agents are measured, on which deals, so that figures of different days and
places compare; standings under each, cross-play between families, and what is learnt in a session.
"""
