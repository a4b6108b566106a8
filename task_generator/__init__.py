"""World, modes and a seed in, one complete episode out."""
