"""Literal twins: engines that walk through a regulation step by step, for small rounds; they have keys of their own."""
