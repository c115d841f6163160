"""Values of positions: exact, by sums over partitions, by beliefs, by look-ahead, by linear functions."""
