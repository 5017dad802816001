"""The generator: plans of events drawn at random, and events played forward with any engine."""
