"""Protocols that fix partners and deals, so that figures from different days and machines compare;
standings under each, cross-play between families, and learning within a session."""
