"""Methods that several sources share.

`game` states the rule and judges whole games by the printed rules, without the geometry of the deck; `proofs` replays
proofs in finitely many cases; `histograms` turns tallies into samples, proportions and drawings.
"""
