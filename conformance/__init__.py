"""The conformance suite: data, no code; docs/conformance.md describes it."""
