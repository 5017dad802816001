"""Known findings: errors of a program that are on a list and do not fail a run."""
