"""
The conformance suite: for each rule of an edition the smallest events in which it decides.

A *question* is an event before a round, with the right pairing and the answer of each *misreading* of the rules. The
files lie in the folder ``conformance``, with an index for each edition; docs/conformance.md describes them for programs
that use them directly. Here they are read, put to a program, and its answers marked.
"""
