"""The runtime node: orders in, clock and frames out, no decisions."""
