"""The classroom: puzzles of the day, worksheets, and decks to print."""
