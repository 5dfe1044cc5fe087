"""Lines and rules into grids of cells that lose no word."""
