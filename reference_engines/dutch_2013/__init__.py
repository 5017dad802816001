"""The FIDE (Dutch) System as it was before July 2017: an iterative procedure (C.04.3.1, text of 2013)."""
