"""Play with all hands visible: the results of Gordon et al. (2024), our measurements, and
figures.
"""
