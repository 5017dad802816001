"""
The Clock system (Italian-Swiss), as laid before the Systems of Pairings and Programs Commission in Istanbul in 2012.

Words: a *seat* is a place at the round table, from 0 in the order of the pairing numbers, the bye last; the *pivot* is
the seat after which the next player is looked for; the *picker* looks for an opponent, a *candidate* is tried, and the
*picked* is taken.
"""
