"""Documents that we make ourselves, whose truth is known at every stage."""
