"""Clark, Fisk & Goren 2016, A variation on the game SET: evidence about each claim.

`points` and `planes` cover section 1 and the affine geometry, `games` the play and Theorem 7, `length` and `theorem_17`
the length of games, `designs` and `players` the open questions; `solutions` has the game on small designs.
"""
