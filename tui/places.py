"""Where a user keeps what is theirs: settings that they write, and what the program remembers.

Names places only; reads and writes nothing.
"""

import os
from pathlib import Path


def keys_file() -> tuple[Path | None, bool]:
    """The file of keys, and whether it was asked for, so that it must be there: `$SENPU_KEYS`
    (none if that is empty), else `keys.toml` in the user's folder for settings."""
    own = os.environ.get("SENPU_KEYS")
    if own is not None:
        return (Path(own) if own else None), bool(own)
    return _folder("XDG_CONFIG_HOME", "APPDATA", ".config") / "keys.toml", False


def remembered_file() -> Path | None:
    """Where the viewer remembers its theme: in `$SENPU_STATE` (nowhere if that is empty), else in
    the user's folder for such."""
    own = os.environ.get("SENPU_STATE")
    if own is not None:
        return Path(own) / "viewer.toml" if own else None
    return _folder("XDG_STATE_HOME", "LOCALAPPDATA", ".local/state") / "viewer.toml"


def book_file() -> Path | None:
    """The book of openings: `$SENPU_BOOK` (none if that is empty), else `openings.sqlite` in the
    user's folder for settings, if there is one."""
    own = os.environ.get("SENPU_BOOK")
    if own is not None:
        return Path(own) if own else None
    found = _folder("XDG_CONFIG_HOME", "APPDATA", ".config") / "openings.sqlite"
    return found if found.exists() else None


def _folder(variable: str, on_windows: str, otherwise: str) -> Path:
    home = os.environ.get(variable) or os.environ.get(on_windows)
    return (Path(home) if home else Path.home() / otherwise) / "senpu"
