"""Files in, documents or quarantine out."""
