"""Kinds of documents: each module makes one from a random generator, from rows of data to blocks. All invented."""
