"""Files of the user: keys, book, settings kept between runs; the language of the program.

The settings are one file, for the viewer and for all commands: the language, the theme, and the
author of notes.
"""

import getpass
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from senpu.logs.inputs import read_file
from senpu.notation.faults import Error
from senpu.notation.messages import LANGUAGES, SOURCE
from senpu.notation.user_folders import settings_folder, state_folder

if TYPE_CHECKING:
    from senpu.replay.openings.repertoire import Choice


def find_keys_file() -> tuple[Path | None, bool]:
    """Return the file of keys, and whether it must exist.

    Returns:
        `$SENPU_KEYS`, which must exist (None if it is empty); else `keys.toml` in the user's
        configuration folder.
    """
    own = os.environ.get("SENPU_KEYS")
    if own is not None:
        return (Path(own) if own else None), bool(own)
    return settings_folder() / "keys.toml", False


def find_settings_file() -> Path | None:
    """Return the file of the remembered settings, if they are remembered."""
    folder = state_folder()
    return folder and folder / "settings.toml"


def find_book_file() -> Path | None:
    """Return the file of the opening book.

    Returns:
        `$SENPU_BOOK` (None if it is empty); else `openings.sqlite` in the user's configuration
        folder, if it exists.
    """
    own = os.environ.get("SENPU_BOOK")
    if own is not None:
        return Path(own) if own else None
    found = settings_folder() / "openings.sqlite"
    return found if found.exists() else None


class RepertoireFiles:
    """The repertoires of the user."""

    def __init__(self, file: Path | None = None, folder: Path | None = None) -> None:
        self.file, self.folder = file, folder
        """The file that was given for all rule sets; the folder with a file for each rule set."""
        self.removed: dict[tuple[Path, int], list[tuple[Choice, tuple[int, ...]]]] = {}
        """Choices with comments that this program removed, by file and number of the position.

        Each has the numbers of the positions after it. Its comment returns with it.
        """

    def find(self, rule_set: str) -> Path | None:
        """Return the repertoire of a rule set, which need not exist; None if there is none."""
        if self.file is not None or self.folder is None:
            return self.file
        return self.folder / f"{rule_set.replace('/', '-')}.repertoire.toml"


def find_repertoires(given: Path | None, read_only: bool) -> RepertoireFiles:
    """Return the repertoires: the given file, else the files in the configuration folder."""
    return RepertoireFiles(given, None if read_only else settings_folder())


class Memory:
    """The remembered settings; without a file, nothing is remembered."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path

    @property
    def theme(self) -> str:
        """The name of the last theme; empty if none is known."""
        return (self._read() or {}).get("theme", "")

    @property
    def language(self) -> str:
        """The last chosen language; empty if none is known."""
        return (self._read() or {}).get("language", "")

    @property
    def author(self) -> str:
        """The last typed author of notes; empty if none is known."""
        return (self._read() or {}).get("author", "")

    def keep_theme(self, name: str) -> None:
        """Remember a theme."""
        self._keep("theme", name)

    def keep_language(self, name: str) -> None:
        """Remember a language."""
        self._keep("language", name)

    def keep_author(self, name: str) -> None:
        """Remember the author of notes."""
        self._keep("author", name)

    def _read(self) -> dict[str, str] | None:
        """Return the content of the file; None if it is damaged."""
        if self.path is None or not self.path.exists():
            return {}
        import tomllib  # most have nothing to remember yet

        try:
            kept = tomllib.loads(read_file(self.path).decode("utf-8"))
        except (OSError, ValueError, RecursionError):
            return None
        return {key: value for key, value in kept.items() if isinstance(value, str)}

    def _keep(self, what: str, name: str) -> None:
        kept = self._read()
        if self.path is None or kept is None or kept.get(what) == name:
            return  # a damaged file is not replaced
        import tomli_w  # loaded late: not needed for the first picture

        from senpu.logs.journal import replace_file

        with suppress(OSError, Error):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self.path, tomli_w.dumps({**kept, what: name}).encode())


LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables of the locale; the first that is not empty decides."""


def find_locale_language() -> str:
    """Return the language of the locale, such as `ja` for `ja_JP.UTF-8`; else English."""
    value = next(filter(None, map(os.environ.get, LOCALE)), "")
    language = re.split(r"[_.@-]", value)[0].casefold()
    return language if language in LANGUAGES else SOURCE


def find_default_language() -> str:
    """Return the language of the program if no option names one.

    Returns:
        The first of these that is a language of the program: `$SENPU_LANG`, the language that
        was last chosen in the viewer, the language of the locale, English.
    """
    named = os.environ.get("SENPU_LANG", "")
    if named in LANGUAGES:
        return named
    kept = Memory(find_settings_file()).language
    return kept if kept in LANGUAGES else find_locale_language()


def find_default_author(last: str = "") -> str:
    """Return the default author: `$SENPU_AUTHOR`, the last one, the user; empty if unknown."""
    try:
        return os.environ.get("SENPU_AUTHOR") or last or getpass.getuser()
    except (OSError, KeyError):  # a system that does not know who uses it
        return ""
