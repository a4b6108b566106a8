"""Occupancy maps: rasterizer and map files."""
