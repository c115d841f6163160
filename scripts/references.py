"""Writes docs/references.md from the record of cited works: `python -m scripts.references`."""

from __future__ import annotations

from pathlib import Path

from setlab.sources.references import Reference, references

PAGE = Path(__file__).parents[1] / "docs" / "references.md"

OPENING = """# References

The works that setlab cites for a result, a method or a name. Each entry states what the work is cited for and where the
citation was seen; the works themselves were not at hand unless the entry says so. No proof on these pages depends on
them. `src/setlab/sources/references.toml` is the record, `python -m scripts.references` writes this page from it, and
`setlab.sources.references.reference(key)` returns an entry with its BibTeX.

```python
>>> from setlab.sources.references import reference
>>> reference("pellegrino1970").label
'Pellegrino 1970'

```
"""


def page() -> str:
    """The text of the page, the entries in the order of their labels."""
    entries = sorted(references().values(), key=lambda each: each.label.casefold())
    return "\n".join([OPENING, *map(_entry, entries)]) + "\n"


def _entry(each: Reference) -> str:
    address = f"https://doi.org/{each.doi}" if each.doi else each.url
    link = f" <{address}>." if address else ""
    seen = f"Seen in: {each.looked_up}." if each.looked_up else ""
    caveat = f"**{each.caveat.capitalize()}.**" if each.caveat else ""
    citation = each.citation.partition(" [")[0].replace("*", "\\*")
    words = " ".join(filter(None, (f"Cited for: {each.cited_for}.", seen, caveat)))
    return f'- <a id="{each.key}"></a>**{each.label}.** {citation}.{link}\n  {words}'


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
