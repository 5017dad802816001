"""The Double-Swiss System (C.04.5), in force from 1 February 2026: matches of two games between players."""
