"""Shows the doctests of docstrings as code on the pages of the reference: an extension that mkdocs.yml names.

In Markdown a line that begins with >>> would be a quotation in a quotation in a quotation.
"""

from __future__ import annotations

from typing import Any

from griffe import Extension, Object


def fenced(docstring: str) -> str:
    """The text with fences around the paragraphs that are doctests.

    >>> fenced("The sum.\\n\\n>>> 1 + 1\\n2").split("\\n")
    ['The sum.', '', '```pycon', '>>> 1 + 1', '2', '```']
    """
    return "\n\n".join(_fenced(paragraph) for paragraph in docstring.split("\n\n"))


def _fenced(paragraph: str) -> str:
    lines = paragraph.strip("\n")
    return f"```pycon\n{lines}\n```" if lines.startswith(">>>") else paragraph


class DoctestFences(Extension):
    """Fences around the doctests of every docstring."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite the docstring of a module, class, function or attribute within the package."""
        _fence(obj)

    def on_package(self, *, pkg: Object, **_: Any) -> None:
        """Rewrite the docstring of the package itself."""
        _fence(pkg)


def _fence(thing: Object) -> None:
    if thing.docstring is not None and "```pycon" not in thing.docstring.value:
        thing.docstring.value = fenced(thing.docstring.value)
