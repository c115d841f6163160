"""Logs on stderr: short lines, or one JSON object a line. No tokens, no names, no messages of players."""

from __future__ import annotations

import json
import logging
import sys
import time
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
    """False for what clients do wrong: they are told, and the log is for those who run the server."""
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
