"""What shall happen in a world: people, robot tasks, timelines, regions, conditions."""
