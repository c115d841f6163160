"""Clark, Fisk & Goren 2016, A variation on the game SET: evidence about each claim.

`geometry` covers section 1 and the affine geometry, `games` the game on small designs, the play and Theorem 7, `length`
the length of games and Theorem 17, `designs` the open questions.
"""
