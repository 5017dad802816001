"""The Tournament Report File, in all dialects: reader (`reading`) and writer (`writing`)."""
