"""The FIDE Swiss Team Pairing System (C.04.6): the draft, the edition of 2024 and that of 2026."""
