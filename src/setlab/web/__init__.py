"""The web application: rooms for friends and classes, pages, the server."""
