"""Names of worlds, scenarios and assets, and where they are found."""
