"""From evidence to a verdict: what evidence is, how it is compared with the print, and what follows from it.

`evidence` and `checking` define what the package of a source may return; `figures` compares numbers at their printed
precision; `levels` fixes the level of significance; `verdicts` holds the rules and is the only module that names a
verdict; `judgement` assembles the `Finding`.
"""

from setlab.reproduce.judging.checking import check, check_fact, check_proportion, check_test
from setlab.reproduce.judging.evidence import (
    Answer,
    Bounds,
    Check,
    Drawing,
    Evidence,
    Figures,
    Finding,
    Points,
    Row,
    Sample,
    Statement,
    Value,
)
from setlab.reproduce.judging.figures import decimal_mark
from setlab.reproduce.judging.judgement import judge
from setlab.reproduce.judging.levels import SHOWN, confidence, level
from setlab.reproduce.judging.verdicts import HEADLINES, VERDICTS, Verdict

__all__ = [
    "HEADLINES",
    "SHOWN",
    "VERDICTS",
    "Answer",
    "Bounds",
    "Check",
    "Drawing",
    "Evidence",
    "Figures",
    "Finding",
    "Points",
    "Row",
    "Sample",
    "Statement",
    "Value",
    "Verdict",
    "check",
    "check_fact",
    "check_proportion",
    "check_test",
    "confidence",
    "decimal_mark",
    "judge",
    "level",
]
