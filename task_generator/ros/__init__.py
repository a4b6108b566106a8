"""The lifecycle node: what users ask for in, episodes out."""
