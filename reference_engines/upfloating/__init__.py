"""
The procedure of systems that fill each scoregroup from below: the bye, then the upfloaters and pairs of each bracket.

The Swiss Team Pairing System (C.04.6) and the Double-Swiss System (C.04.5) share it; their articles 3.3 to 3.6 have the
same text.
"""
