"""Where a user keeps what is theirs: settings, what the programs remember, data of their own.

In a folder of the platform's kind, if no variable of the programs' own names another. Names places
only; reads and writes nothing. Stands here, with the root of all errors, because every package may
know it.
"""

import os
from pathlib import Path


def settings_folder() -> Path:
    """Where what a user writes or makes once is kept: keys, a book of openings."""
    return _folder("XDG_CONFIG_HOME", "APPDATA", ".config")


def state_folder() -> Path | None:
    """Where what is remembered is kept: in `$SENPU_STATE` (nowhere if that is empty), else in the
    platform's folder."""
    own = os.environ.get("SENPU_STATE")
    if own is not None:
        return Path(own) if own else None
    return _folder("XDG_STATE_HOME", "LOCALAPPDATA", ".local/state")


def data_folder() -> Path:
    """Where a user keeps corrected data: `$SENPU_DATA`, else the platform's data folder."""
    if own := os.environ.get("SENPU_DATA"):
        return Path(own)
    return _folder("XDG_DATA_HOME", "APPDATA", ".local/share") / "data"


def _folder(variable: str, on_windows: str, otherwise: str) -> Path:
    home = os.environ.get(variable) or os.environ.get(on_windows)
    return (Path(home) if home else Path.home() / otherwise) / "senpu"
