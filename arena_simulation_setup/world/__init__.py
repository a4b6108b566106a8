"""What is built: levels, zones, walls, doors, elevators, lights, sounds, entities."""
