"""
Reduction: the smallest event that still shows a discrepancy.

A *situation* is an event before a round, with the pairing of the round that is to be judged: a program's answer, or the
recorded pairing, which is carried along. A *candidate* is a situation made from another by a *pass*. Whatever pass it
comes from, only the *gate* takes it: if it is simpler by the one key of `simplicity`, its history is legal, and the
round shows the same discrepancy. Another discrepancy met on the way is kept, and not followed.
"""
