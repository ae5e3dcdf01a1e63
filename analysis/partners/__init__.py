"""Agents as partners of people: scores, survey answers and action agreement in stored games."""
