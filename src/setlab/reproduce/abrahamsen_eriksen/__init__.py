"""Abrahamsen & Eriksen 2023, The card game SET and finite geometry: evidence about each claim.

`cards` to `end_game` follow sections 1 to 6, `vectors` to `planes` section 7, `leftovers` to `plane_odds` the four
simulations of section 8, `teaching` section 9, `programs` the appendix; `deck` has the notation of the thesis.
"""
