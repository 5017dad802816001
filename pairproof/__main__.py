"""``python -m pairproof``: the command line."""

from __future__ import annotations

import sys

from pairproof.startup import main

if __name__ == "__main__":
    sys.exit(main())
