"""Clark, Fisk & Goren 2016, A variation on the game SET: evidence about each claim.

`cards`, `points` and `planes` cover section 1 and the affine geometry, `games` and `theorem_7` the play, `length` and
`theorem_17` the length of games, `designs` and `players` the open questions; `solved` has the game on small designs.
"""
