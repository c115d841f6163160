"""Forbes & Forbes, Solitaire SET: evidence about each claim."""
