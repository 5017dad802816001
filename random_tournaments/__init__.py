"""The generator of events: plans drawn at random, and events simulated with any engine."""
