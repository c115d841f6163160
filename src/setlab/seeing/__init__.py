"""Which SETs do people see first? A model in which the SETs on the table compete for being found.

`analyse` takes games (downloads of rooms, records of `setlab play`) and gives rates, effects with intervals and tests;
`conclusions` says in sentences what follows; `simulate_room` makes games of players whose rates are known. SciPy is
loaded by the functions that fit (`pip install 'setlab[seeing]'`).

>>> from setlab.seeing import Viewer, analyse, simulate_room
>>> games = [simulate_room([Viewer(pace=2.0, effects={"differ": -0.5})], seed=3, trial=trial) for trial in range(10)]
>>> effect = analyse(games).effect("differ")
>>> round(effect.low, 2), round(effect.ratio, 2), round(effect.high, 2)
(0.5, 0.63, 0.81)
"""

from setlab.seeing.analysis import Analysis, Crowding, Effect, Rate, RatioTest, analyse, analyse_reading
from setlab.seeing.reading import LEFT_OUT, Reading, read_games
from setlab.seeing.records import Sentence, analysis_record, conclusions, effects_table, long_table, rates_table
from setlab.seeing.searches import EFFECTS, Candidate, Search, read_effects
from setlab.seeing.simulated import Viewer, simulate_room

__all__ = [
    "EFFECTS", "LEFT_OUT", "Analysis", "Candidate", "Crowding", "Effect", "Rate", "RatioTest", "Reading", "Search",
    "Sentence", "Viewer", "analyse", "analyse_reading", "analysis_record", "conclusions", "effects_table", "long_table",
    "rates_table", "read_effects", "read_games", "simulate_room",
]  # fmt: skip
