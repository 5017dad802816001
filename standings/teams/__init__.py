"""What only teams have: two scores for every match, boards, and the tie-breaks that come of them (Articles 12, 13)."""
