"""The command ``serve``: the other commands as pages on this machine, without a terminal."""
