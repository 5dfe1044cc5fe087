"""Reading text: find lines, cut them out, read them in batches, read the doubtful ones again with a larger model.

Arrays in, records out; nothing here knows of files, documents or tables."""
