"""Settings for all tests: what Hypothesis tries is the same in every run, and no test depends on time."""

from hypothesis import settings

settings.register_profile("setlab", deadline=None, derandomize=True, print_blob=False)
settings.load_profile("setlab")
