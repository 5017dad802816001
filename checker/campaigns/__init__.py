"""Campaigns: programs run through thousands of events, with their results in a store that survives every failure."""
