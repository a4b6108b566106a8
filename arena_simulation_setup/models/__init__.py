"""What assets are: objects, people, robots, materials, wall presets."""
