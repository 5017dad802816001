"""
The simple Swiss of a Greek arbiter (essays of 1993 to 2018): whoever asks first takes the first opponent available.

Words: the players of a scoregroup, with those who could not be paired in a higher one before them, *ask* in order; the
*middle* is the last of the upper half of those who still look for an opponent.
"""
