"""Small worlds of relational data: typed relations with keys, filled with rows that agree with each other.

What a document shows, what a question asks and what a reader should find are all drawn from one such world.
"""
