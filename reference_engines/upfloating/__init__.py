"""
What systems share that fill each scoregroup up from below: the bye, then bracket by bracket its upfloaters and pairs.

The Swiss Team Pairing System (C.04.6) and the Double-Swiss System (C.04.5) are two of them; in their articles 3.3 to
3.6 both texts are the same.
"""
