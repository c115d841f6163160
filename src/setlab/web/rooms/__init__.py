"""Rooms in the server: their state in memory, their feeds, and access to them."""
