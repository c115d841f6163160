"""Fitting of the weights by which players value positions. `import setlab.solitaire` does not load it."""

from setlab.solitaire.training.weights_fit import train

__all__ = ["train"]
