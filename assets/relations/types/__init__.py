"""What a text can be read as: one rule a file, each a pure function that gives the value as SQL writes it, or None."""
