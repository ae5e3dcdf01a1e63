"""Play with all hands visible: our measurements, published results, and figures."""
