"""
The judge: recorded pairings compared with the regulation, round by round, each difference argued.

A *finding* is the verdict on one round; a *run* is a sequence of events with their findings; a *record* is a run
written down as JSON lines. This room decides; `reports` only shows what was decided here.
"""
