"""The tie-breaks that only teams have, based on match points, game points and boards (Articles 12 and 13)."""
