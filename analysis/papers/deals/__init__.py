"""Which deals are winnable with perfect information."""
