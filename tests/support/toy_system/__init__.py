"""A system for tests: neighbours meet. What it takes to add one, from an empty folder."""
