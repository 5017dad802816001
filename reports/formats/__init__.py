"""
Results in the formats that other programs read: JUnit XML, Markdown, SARIF.

The results of every command are `results.Results`, which a module for each command makes (`check_results`,
`campaign_results`, `comparison_results`, `suite_results`). A module for each format writes them (`junit`, `markdown`,
`sarif`).
"""
