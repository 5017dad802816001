"""Team events: the teams' rounds (`event`), derived from the games of the players (`matches`), and lint of teams."""
