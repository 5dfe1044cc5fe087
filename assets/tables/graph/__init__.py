"""The learned engine: a page's words and rules as a graph, its answers decoded into grids that are consistent."""
