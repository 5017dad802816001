"""
Results in the formats that other programs read: JUnit XML, Markdown, SARIF.

What a command found is first put into the same few words, `results`, whatever the command was (`of_check`,
`of_campaign`, `of_comparison`, `of_suite`); each format is written from these alone (`junit`, `markdown`, `sarif`).
"""
