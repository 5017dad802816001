"""Pages that follow a reading: `serve --reading ID=KEY` judges and answers by it, and says so at the top."""

from __future__ import annotations
