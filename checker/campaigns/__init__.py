"""Campaigns: programs run through thousands of events, and what they did kept in a store that survives everything."""
