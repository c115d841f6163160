"""The strategies, one file each; `setlab.solitaire.strategy` finds them by name."""
