"""Which deals can be won with perfect information (all hands and the deck known): counts, reports
on single deals, and figures.
"""
