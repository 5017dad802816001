"""The commands ``explain``, ``why-not`` and ``what-if``: questions about any pairing, answered in sentences."""
