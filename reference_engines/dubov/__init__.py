"""
The Dubov System (C.04.4.1), editions of 2018 and 2026: those who have met low rated opponents meet high rated ones.

Words: a scoregroup is completed by *upfloaters* from lower ones, nobody floats down; *ARO* is the average rating of
opponents (1.7; A.6). A bracket has the subgroups *G1*, who seek White, and *G2*, who seek Black; *shifters* go over
from one to the other. *S1* is G1 by ARO, *T2* the order of G2 in which it meets S1. Articles are of 2026, and after a
semicolon of 2018. The system of 1997 of that name is another procedure (`reference_engines.dubov_1997`).
"""
