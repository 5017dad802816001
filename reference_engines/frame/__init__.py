"""The questions that every system answers: rules, prepared events and rounds."""
