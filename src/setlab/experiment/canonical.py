"""Canonical JSON: the one text of a record, from which ids and checksums are computed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def canonical(record: Mapping[str, Any]) -> str:
    """The canonical text of a JSON object: keys in order, no blanks.

    >>> canonical({"b": 1, "a": [2]})
    '{"a":[2],"b":1}'
    """
    return json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
