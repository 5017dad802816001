"""The Tournament Report File, in all its dialects: from bytes to the model (`reading`), and back (`writing`)."""
