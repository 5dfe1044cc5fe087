"""Tables into typed relations with names."""
