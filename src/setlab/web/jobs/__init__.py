"""Jobs: long work of the server, each visitor in turn, within a budget.

`await hub.jobs.run(visitor, work, seconds=10.0)` is all that a route needs.
"""

from setlab.web.jobs.pool import Jobs, Stopped, threads_for

__all__ = ["Jobs", "Stopped", "threads_for"]
