"""Abrahamsen & Eriksen 2023, The card game SET and finite geometry: evidence about each claim.

`cards` follows sections 1 to 5, `vectors` and `geometry` section 7, `leftovers`, `odds` and `set_counts` the four
simulations of section 8, `teaching` section 9, `programs` the appendix; `deck` has the notation of the thesis.
"""
