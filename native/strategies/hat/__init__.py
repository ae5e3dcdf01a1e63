"""The information strategy."""
