"""The laboratory: questions to the deck, runs that are watched, references beside them, exact tables, the report."""
