"""Definitions that regulations share: histories, scores, colours, floats, byes, accelerations, and absolute rules."""
