"""Experiments: request → Spec → kernel → Tally → Estimate, each a frozen value."""
