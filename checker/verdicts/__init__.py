"""
Verdicts on rounds: legality, comparison with the expected pairing, interpretations, explanation.

`comparison` judges a round, `event_interpretation` chooses the assumptions and readings of an event, `posted_pairing`
says what is right instead, and `reasons` why.
"""
