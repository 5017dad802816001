"""The FIDE (Dutch) System, C.04.3, in its editions."""
