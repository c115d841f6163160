"""The facts on the page about privacy: the values by which this server stores and deletes."""

from __future__ import annotations

from setlab.rooms.names import LONGEST_NAME
from setlab.web.housekeeping import CLASS_LIFE, EXPIRING, IDLE, LESSON
from setlab.web.settings import Settings
from setlab.web.store.opening import is_postgres


def privacy_facts(settings: Settings) -> dict[str, str]:
    """The facts by their names in the texts of the page.

    >>> facts = privacy_facts(Settings("rooms.sqlite", expire=1))
    >>> facts["hours"], facts["lesson"], facts["database"]
    ('1 h', '60 min', 'SQLite')
    """
    return {
        "hours": f"{settings.expire:g} h",
        "lesson": _minutes(LESSON),
        "report": _minutes(CLASS_LIFE + EXPIRING),
        "idle": f"{IDLE:g} s",
        "letters": str(LONGEST_NAME),
        "database": "PostgreSQL" if is_postgres(settings.db) else "SQLite",
    }


def _minutes(seconds: float) -> str:
    return f"{seconds / 60:g} min"
