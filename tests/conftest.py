"""The environment of all tests: no state of the user is read or written."""

import os

os.environ["SENPU_STATE"] = ""
