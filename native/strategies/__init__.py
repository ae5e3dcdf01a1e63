"""The agents written in C that are not rule lists."""
