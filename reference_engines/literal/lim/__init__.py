"""
A literal twin of the Lim engine: a round paired from the articles of C.04.4.3 alone, one after the other.

The twin takes an event as a file declares it, and derives scores, opponents, colours and floats by functions of its
own. It tries every possibility instead of asking a matching, so that it serves small fields only. No module here knows
the engine, except `rules`, which gives the twin a key; the readings are shared by their names.
"""
