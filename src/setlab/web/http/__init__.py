"""The HTTP interface below /api, one module for each capability."""
