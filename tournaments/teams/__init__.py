"""Team events: the teams' rounds (`event`), derived from the games of their players (`matches`), and their lint."""
