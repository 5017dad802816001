"""Brackets from which players float down: what the Dutch system shares with others that pair by such brackets."""
