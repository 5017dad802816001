"""The command ``serve``: the other commands as pages on this machine, for those who use no terminal."""
