"""The name of a function or object that a user hands to the library."""

from __future__ import annotations


def name_of(given: object) -> str:
    """The name: the attribute `name`, the name of the function, or that of the class.

    >>> name_of(len), name_of(lambda state: state.sets[0]), name_of(object())
    ('len', 'lambda', 'object')
    """
    for name in (getattr(given, "name", None), getattr(given, "__name__", None)):
        if isinstance(name, str) and name:
            return name.strip("<>")
    return type(given).__name__
