"""At most 49 turns. Games that attain it are in tests/rules/test_extremes.py."""

import pytest

from setlab.counting import count_turns_at_most
from setlab.errors import SpecError


def test_turns() -> None:
    assert [count_turns_at_most(d) for d in (3, 4, 5, 6)] == [9, 49, 157, 481]
    with pytest.raises(SpecError, match="a table of 12 needs"):
        count_turns_at_most(2)
