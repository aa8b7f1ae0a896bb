"""Who writes notes, where no name is given."""

import getpass
import os


def usual_author(last: str = "") -> str:
    """The name in `$SENPU_AUTHOR`, else the one used last, else the user's; empty where the system
    knows none."""
    try:
        return os.environ.get("SENPU_AUTHOR") or last or getpass.getuser()
    except (OSError, KeyError):  # a system that does not know who uses it
        return ""
