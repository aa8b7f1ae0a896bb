"""Where the files of a user that only the viewer has are: keys, what it remembers, the book.

Names places only; reads and writes nothing.
"""

import os
from pathlib import Path

from notation.places import settings_folder, state_folder


def keys_file() -> tuple[Path | None, bool]:
    """The file of keys, and whether it was asked for, so that it must be there: `$SENPU_KEYS`
    (none if that is empty), else `keys.toml` in the user's folder for settings."""
    own = os.environ.get("SENPU_KEYS")
    if own is not None:
        return (Path(own) if own else None), bool(own)
    return settings_folder() / "keys.toml", False


def remembered_file() -> Path | None:
    """Where the viewer remembers its theme, if anything is remembered."""
    folder = state_folder()
    return folder and folder / "viewer.toml"


def book_file() -> Path | None:
    """The book of openings: `$SENPU_BOOK` (none if that is empty), else `openings.sqlite` in the
    user's folder for settings, if there is one."""
    own = os.environ.get("SENPU_BOOK")
    if own is not None:
        return Path(own) if own else None
    found = settings_folder() / "openings.sqlite"
    return found if found.exists() else None
