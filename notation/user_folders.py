"""Folders of the user: settings, remembered state, corrected data.

An environment variable of Senpu names the folder; without it, it is the usual one of the platform.
This module only names folders. Every other layer needs it. (The package platformdirs names the
same folders, but to load it takes a tenth of the time in which a short log is verified.)
"""

import os
import sys
from pathlib import Path

APP = "senpu"

CONFIG = ("XDG_CONFIG_HOME", "~/.config"), ("APPDATA", "~/AppData/Roaming")
DATA = ("XDG_DATA_HOME", "~/.local/share"), ("APPDATA", "~/AppData/Roaming")
STATE = ("XDG_STATE_HOME", "~/.local/state"), ("LOCALAPPDATA", "~/AppData/Local")
"""A variable with an absolute path, and the folder without it: on Unix, then on Windows."""
MAC = "~/Library/Application Support"
"""The folder on macOS without the variable of Unix."""


def find_usual_folder(content: tuple[tuple[str, str], tuple[str, str]]) -> Path:
    """Return the folder of the platform for a content: CONFIG, DATA or STATE."""
    variable, usual = content[sys.platform == "win32"]
    if sys.platform == "darwin":
        usual = MAC
    named = os.environ.get(variable, "")
    return Path(named if os.path.isabs(named) else os.path.expanduser(usual), APP)


def settings_folder() -> Path:
    """Return the folder for keys and a book: `$SENPU_CONFIG`, else the platform's folder."""
    if own := os.environ.get("SENPU_CONFIG"):
        return Path(own)
    return find_usual_folder(CONFIG)


def state_folder() -> Path | None:
    """Return `$SENPU_STATE` (None if that is empty), else the platform's folder for state."""
    own = os.environ.get("SENPU_STATE")
    if own is not None:
        return Path(own) if own else None
    return find_usual_folder(STATE)


GAMES = "games"
"""The folder of the remembered games in the state folder."""


def has_known_games() -> bool:
    """Return whether the user's memory has a game; without one its module is not needed."""
    state = state_folder()
    return state is not None and (state / GAMES).is_dir()


def data_folder() -> Path:
    """Return the folder of corrected data: `$SENPU_DATA`, else the platform's data folder."""
    if own := os.environ.get("SENPU_DATA"):
        return Path(own)
    return find_usual_folder(DATA) / "data"
