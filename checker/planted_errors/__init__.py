"""Errors planted into correct events: what a checker must find, and in which round."""
