"""
Questions about any pairing: why it is right, why not another pairing, and what if something were different.

`question` is an event at work and the round that is asked about, `best_round` finds the best round that meets a wish,
`objection` says what speaks against it; `explain`, `why_not` and `what_if` answer, and `explanation` puts answers into
words. No engine lives here: every answer comes from a prepared event.
"""
