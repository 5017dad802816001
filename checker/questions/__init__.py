"""
Questions about any pairing: why it is right, why not another pairing, and what if something were different.

`question` is an event at work, the round that is asked about, and the best round that meets a wish; `objection` says
what speaks against it, and why two players do not meet; `explain` and `what_if` answer, and `explanation` puts answers
into words. No engine lives here: every answer comes from a prepared event.
"""
