"""One Hypothesis profile for all tests: no deadlines, because the machines are shared."""

from hypothesis import settings

settings.register_profile("genmorph", deadline=None)
settings.load_profile("genmorph")
