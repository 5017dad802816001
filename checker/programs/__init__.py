"""Pairing programs of other people: run, understood, and never trusted."""
