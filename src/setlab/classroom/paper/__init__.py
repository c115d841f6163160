"""Decks, puzzles, worksheets and the rules on paper, as vector PDF.

Begin with `deck_document`, `puzzle_document`, `daily_document`, `worksheet_document` and `rules_document`: each returns
a `Document`, whose `pdf()` is the file and whose `png(page)` is a picture of a page. The same options give the same
bytes.

>>> deck_document("card", dimension=3).content["title"]
'A deck of 27 cards'
"""

from setlab.classroom.paper.deck import deck_document
from setlab.classroom.paper.sheets import daily_document, puzzle_document, rules_document, worksheet_document
from setlab.classroom.paper.typesetting import Document, count_pages

__all__ = [
    "Document", "count_pages", "daily_document", "deck_document", "puzzle_document", "rules_document",
    "worksheet_document",
]  # fmt: skip
