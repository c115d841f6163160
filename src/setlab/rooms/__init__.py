"""Rooms: games of SET between people, each a pure function of the events of its room."""
