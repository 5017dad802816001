"""
Any pairing asked about: why it is as it is, why not another one, and what it would be if something were otherwise.

`question` is an event at work and the round that is asked about, `best_round` finds the best round that meets a wish,
`objection` says what speaks against it; `explain`, `why_not` and `what_if` answer, and `explanation` puts answers into
words. There is no engine here: whatever is said was asked of a session.
"""
