"""The claims of five published documents, judged by experiments and proofs.

How a claim becomes a verdict:

1. `setlab.sources` records the claim verbatim; a function registers itself under its id by `@evidence`.
2. That function computes, samples (through a `Runner`) or replays a proof, and returns evidence without a verdict.
3. `judge(claim, evidence)` compares the evidence with the record by the rules of `verdicts.py`.
4. The `Finding` holds the verdict, the printed text beside ours, and the commands that repeat the work.

`evidence` and `verdicts` hold the rules, `judgement` applies them, `register` has the items and the runner, `report/`
the page and the PDF, `methods/` the code that several sources share; each source has a package of its own.

>>> (item,) = find_items(["E1.table"])
>>> finding = item.judge(Runner())
>>> finding.verdict, finding.rows[0].printed, finding.rows[0].ours
('confirmed', '8', '8')
"""

from setlab.reproduce.judgement import Finding, Row, judge
from setlab.reproduce.register import Item, Runner, find_items, items
from setlab.reproduce.verdicts import VERDICTS, Verdict

__all__ = ["VERDICTS", "Finding", "Item", "Row", "Runner", "Verdict", "find_items", "items", "judge"]
