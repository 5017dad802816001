"""
The conformance suite: for each rule of an edition the smallest events in which it decides.

A *question* is an event before a round, with the right pairing and what each *misreading* (a plainly wrong rule)
would answer. The files lie in the folder ``conformance``, with an index for each edition; docs/conformance.md is their
description for those who use them without us. Here they are read, put to a program, and its answers marked.
"""
