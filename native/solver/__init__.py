"""Solvers with all cards known: whole deals and reduced games."""
