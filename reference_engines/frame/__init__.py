"""What the rest of the house may ask of a system: rules, prepared events and rounds."""
