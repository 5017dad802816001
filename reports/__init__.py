"""Results rendered: for the terminal and as a page. Decides nothing; every report is a function of the run's record."""
