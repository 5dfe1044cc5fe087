"""The table graph: a page's words and rules as a graph, and the model that says which of them belong together."""
