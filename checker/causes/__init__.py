"""
What would make a discrepancy right: a small change in one place, of the facts, of the record, or of a rule.

`cause` says what a cause is; `facts`, `record` and `rules` make them; `search` tries them on what is at hand,
`weighing` chooses among those that fit, and `finding` is what comes of it.
"""
