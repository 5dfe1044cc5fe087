"""Training of the table graph: labels, network, schedule, export."""
