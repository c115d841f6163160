"""Fitting of the weights by which players value positions."""
