"""The command line: a module for each command, and their common parts."""
