"""Folders of the user: settings, remembered state, corrected data.

An environment variable of Senpu names the folder; without it, platformdirs names the folder of
the platform. This module only names folders. Every other layer needs it.
"""

import os
from pathlib import Path

APP = "senpu"


def settings_folder() -> Path:
    """Return the folder for keys and a book: `$SENPU_CONFIG`, else the platform's folder."""
    if own := os.environ.get("SENPU_CONFIG"):
        return Path(own)
    from platformdirs import user_config_path  # commands without it start 6 ms sooner

    return user_config_path(APP, appauthor=False, roaming=True)


def state_folder() -> Path | None:
    """Return `$SENPU_STATE` (None if that is empty), else the platform's folder for state."""
    own = os.environ.get("SENPU_STATE")
    if own is not None:
        return Path(own) if own else None
    from platformdirs import user_state_path

    return user_state_path(APP, appauthor=False)


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
    from platformdirs import user_data_path

    return user_data_path(APP, appauthor=False, roaming=True) / "data"
