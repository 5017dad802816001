"""
The Burstein System (C.04.4.2), editions of 2018 and 2026: those who met strong opponents meet those who met weak ones.

Words: the *Index* measures the opposition (1.7; A.6), players are *ranked* by it (1.8; A.7); a *BSN* is a place in that
order within a bracket; a *floater* leaves a bracket unpaired for the following one. Articles are of 2026, and after a
semicolon of 2018. The first rounds, *seeding rounds*, are paired by the FIDE (Dutch) System (1.6; A.5).
"""
