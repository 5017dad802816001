"""
The Dubov system as approved in 1997: players who have met low rated opponents meet high rated ones now.

Words: a player's *R* is the rating, *ARO* the average rating of the opponents so far; the *due colour* is what
chapter 1 makes it; a *floater* comes from a higher score group; a *transfer* brings a player into a higher one, or into
the column of the other colour.
"""
