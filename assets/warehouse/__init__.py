"""Relations into PostgreSQL, with the way back to the pixels."""
