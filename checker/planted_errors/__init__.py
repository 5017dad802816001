"""Errors planted into correct events, which a checker must find in their round."""
