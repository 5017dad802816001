"""Random events of teams (C.04.6): line-ups and games on every board, forfeited matches, byes of teams."""
