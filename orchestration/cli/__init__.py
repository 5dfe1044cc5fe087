"""The tablewright command, one module a command."""
