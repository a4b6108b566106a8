"""One page about many recordings, complete in itself: tables, diagrams, and a player for each episode."""
