"""Methods that several sources share.

`set_rule` states what a SET is without the geometry of the deck; `standard_referee` judges whole games by the printed
rules; `zero_sums` and `identities` replay proofs in finitely many cases; `histograms` turns tallies into samples,
proportions and drawings; `witness` finds a game that leaves a given number of cards.
"""
