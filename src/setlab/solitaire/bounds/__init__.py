"""What no strategy can exceed, where the published strategies are wrong, and a deal that nobody can clear."""
