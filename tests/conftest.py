"""The environment of all tests: no state of the user is read or written, sizes by profile.

`SENPU_PROFILE=ci` makes random tests large: `.ci/run` does.
"""

import gc
import os

os.environ.pop("COLUMNS", None)  # the width of pytest-xdist, or of the shell
os.environ["SENPU_STATE"] = ""
os.environ["LC_ALL"] = "C.UTF-8"  # English, in any shell
os.environ["TEXTUAL_FPS"] = "10000"  # A picture is drawn when a test waits for it.

from hypothesis import settings

from senpu.notation import messages
from tests import strict

messages.check = strict.check

settings.register_profile("default", max_examples=30, deadline=None)
settings.register_profile("ci", max_examples=22, deadline=None)
settings.load_profile(os.environ.get("SENPU_PROFILE", "default"))


def pytest_collection_finish() -> None:
    """Search less for garbage: with the heap of all tests, it took a sixth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 10)
