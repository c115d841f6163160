"""For the operator: logs on stderr without tokens or names, and numbers in the text format of Prometheus."""

from __future__ import annotations

import json
import logging
import sys
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

TEXT, JSON = "text", "json"

LEVELS = {
    "setlab.web": logging.INFO,
    "uvicorn": logging.WARNING,
    "asyncio": logging.WARNING,
    "psycopg": logging.ERROR,
    "sqlalchemy": logging.ERROR,  # what a lost connection means is noted by `Health`
}

LOG = logging.getLogger("setlab.web")


def note(what: str, *, level: int = logging.INFO, error: BaseException | None = None, **fields: Any) -> None:
    """Write a line: what happened, and the fields that say to which room, how often, why."""
    LOG.log(level, what, extra={"fields": fields}, exc_info=error)


class TextFormatter(logging.Formatter):
    """Time, event, fields: `12:30:05 room-opened room=KRTM game=standard`."""

    def format(self, record: logging.LogRecord) -> str:
        fields = getattr(record, "fields", {})
        clock = time.strftime("%H:%M:%S", time.localtime(record.created))
        line = " ".join([clock, record.getMessage(), *(f"{name}={value}" for name, value in fields.items())])
        return line + (f"\n{self.formatException(record.exc_info)}" if record.exc_info else "")


class JsonFormatter(logging.Formatter):
    """One object a line with `at`, `level`, `what`, and the fields."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"at": round(record.created, 3), "level": record.levelname.lower(), "what": record.getMessage()}
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


FAULTS_OF_CLIENTS = ("Invalid HTTP request", "Invalid UTF-8", "Unsupported upgrade")
"""How lines of the HTTP server begin that anybody could write by the thousand."""


def is_worth_a_line(record: logging.LogRecord) -> bool:
    """False for the faults of clients, which are answered and not logged."""
    return not record.getMessage().startswith(FAULTS_OF_CLIENTS)


def set_up_logs(form: str) -> None:
    """Send what the application and its HTTP server note to stderr, in the chosen form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(is_worth_a_line)
    handler.setFormatter(JsonFormatter() if form == JSON else TextFormatter())
    for name, level in LEVELS.items():
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)


BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""The upper ends of the buckets of a histogram, in seconds."""


class DurationHistogram:
    """How long something took.

    >>> histogram = DurationHistogram()
    >>> for seconds in (0.002, 0.003, 7.0):
    ...     histogram.observe(seconds)
    >>> list(histogram.lines("seconds"))[1:3]
    ['seconds_bucket{le="0.0025"} 1', 'seconds_bucket{le="0.005"} 2']
    """

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """Count one duration."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str) -> Iterator[str]:
        """The histogram as samples."""
        reached = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._counts, strict=True):
            reached += count
            yield f'{name}_bucket{{le="{bound}"}} {reached}'
        yield f"{name}_sum {self._sum:.6f}"
        yield f"{name}_count {reached}"


class Metrics:
    """The counters, gauges and histograms of one process.

    >>> metrics = Metrics()
    >>> metrics.count("refusals", "gone")
    >>> print(metrics.text().splitlines()[2])
    setlab_refusals_total{code="gone"} 1
    """

    def __init__(self) -> None:
        self._counters: dict[str, Counter[str]] = {
            name: Counter() for name, (_, label) in SAMPLES.items() if label is not None
        }
        self._gauges: dict[str, Callable[[], float]] = {}
        self.append_seconds = DurationHistogram()
        self.spread_seconds = DurationHistogram()

    def count(self, name: str, label: str = "", number: int = 1) -> None:
        """Add to a counter."""
        self._counters[name][label] += number

    def total(self, name: str) -> int:
        """The sum of a counter over its labels."""
        return sum(self._counters[name].values())

    def gauge(self, name: str, value: Callable[[], float]) -> None:
        """Name a function that says how large something is now."""
        self._gauges[name] = value

    def text(self) -> str:
        """All samples, each with its help and type."""
        return "\n".join([*self._lines(), ""])

    def _lines(self) -> Iterator[str]:
        for name, counter in self._counters.items():
            about, kind = SAMPLES[name]
            yield from _head(f"{name}_total", about, "counter")
            for label, number in sorted(counter.items()) or [("", 0)]:
                shown = f'{{{kind}="{label}"}}' if label else ""
                yield f"setlab_{name}_total{shown} {number}"
        for name, value in self._gauges.items():
            yield from _head(name, SAMPLES[name][0], "gauge")
            yield f"setlab_{name} {value():g}"
        for name in ("append_seconds", "spread_seconds"):
            yield from _head(name, SAMPLES[name][0], "histogram")
            yield from getattr(self, name).lines(f"setlab_{name}")


SAMPLES: Mapping[str, tuple[str, str | None]] = {
    "refusals": ("Messages and requests that were refused.", "code"),
    "events": ("Events that were appended.", "kind"),
    "requests": ("HTTP requests that were answered.", "status"),
    "feeds_opened": ("Feeds that were opened.", ""),
    "feeds_closed": ("Feeds that were closed, by the code of the close.", "code"),
    "slow_clients": ("Feeds that were closed because the client did not read.", ""),
    "conflicts": ("Appends for which another process was first.", ""),
    "outages": ("Times that the database was lost.", ""),
    "errors": ("Unexpected errors; the log has them.", ""),
    "rooms_opened": ("Rooms that were opened.", "game"),
    "rooms_expired": ("Rooms that were deleted because nothing happened in them.", ""),
    "rooms_deleted": ("Rooms that their hosts deleted.", ""),
    "wrong_codes": ("Codes of rooms that led nowhere.", ""),
    "codes_held_up": ("Times that an address had to wait after too many wrong codes.", ""),
    "jobs": ("Jobs that ended, by how.", "how"),
    "jobs_running": ("Jobs that run.", None),
    "jobs_waiting": ("Jobs that wait for a thread.", None),
    "rooms": ("Rooms in the memory of this process.", None),
    "connections": ("Feeds that are open in this process.", None),
    "seats_connected": ("Feeds with a seat.", None),
    "writes_waiting": ("Appends that wait for their turn.", None),
    "database_up": ("1 if the database answers.", None),
    "append_seconds": ("Time from a decision to its commit.", None),
    "spread_seconds": ("Time from a commit to the last feed's queue.", None),
}
"""The help of every sample; for a counter, which may have labels, also the name of its label."""


def _head(name: str, explanation: str, kind: str) -> Iterator[str]:
    yield f"# HELP setlab_{name} {explanation}"
    yield f"# TYPE setlab_{name} {kind}"
