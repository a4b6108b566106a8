"""Many episodes: suites, batches, learning environments and benchmarks."""
