"""Five published documents as data: their citations, and every table, claim and question as printed.

`find_claim` and `find_source` look up entries of the record; `references` holds the other works that setlab cites.

>>> [source.cited for source in sources()][0]
'Abrahamsen & Eriksen 2023'
>>> find_claim("A11.table9").figures["3"]
'98,7%'
"""

from setlab.sources.records import KINDS, Claim, Source, claims, find_claim, find_source, source_of, sources

__all__ = ["KINDS", "Claim", "Source", "claims", "find_claim", "find_source", "source_of", "sources"]
