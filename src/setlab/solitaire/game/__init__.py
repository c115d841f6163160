"""The game: what the player sees, the order of the deck, a game played to its end, partitions of the cards."""
