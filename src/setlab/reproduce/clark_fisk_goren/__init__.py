"""Clark, Fisk & Goren 2016, A variation on the game SET: evidence about each claim.

`geometry` covers section 1 and the affine geometry, `games` the game on small designs, the play, its length, Theorems 7
and 17, `designs` the open questions.
"""
