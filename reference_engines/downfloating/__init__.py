"""Brackets from which players float down, as the systems of that kind share them."""
