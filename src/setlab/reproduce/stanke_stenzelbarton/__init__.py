"""Stanke & Stenzelbarton, Set: The Game: evidence about each claim."""
