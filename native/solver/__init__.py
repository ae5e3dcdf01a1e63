"""Solvers for games with all cards known: whole deals and reduced games."""
